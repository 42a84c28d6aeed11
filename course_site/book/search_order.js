// The search puts lessons first, then their side pages, then all else.
var Scorer = {
  score: ([name, , , , score]) => score +
    (/^\d\d_/.test(name) ? 2000 : name.startsWith("side_") ? 1000 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
