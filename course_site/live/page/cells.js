// Puts the cells that a learner wrote into a page as the course has it now,
// and finds them again. As course_tools/update.py does it with whole files.
"use strict";
{
  const VIEW = "application/vnd.jupyter.widget-view+json";
  const MOST = 400_000; // letters of a cell's outputs that are worth keeping
  const text = (source) => (Array.isArray(source) ? source.join("") : source);
  const check = (source) => /^check\(.+\)$/m.exec(source.trimEnd().split("\n").pop())?.[0];

  // Below the imports of the new cell that the learner's lacks.
  const withImports = (now, source) => {
    if (!check(now)) return source;
    const has = new Set(source.split("\n"));
    const lacking = now.split("\n").filter(
      (line) => /^(from|import) ./.test(line) && !has.has(line));
    return lacking.length ? [...lacking, "\n", source].join("\n") : source;
  };

  const put = (cells, { cell, before, above }) => {
    const places = new Map(cells.map(({ id }, k) => [id, k]));
    let at = places.get(cell.id);
    if (at !== undefined) {
      const now = text(cells[at].source);
      const own = check(cell.source);
      if (now === before || now === cell.source || (own && own === check(now))) {
        const source = now === before ? cell.source : withImports(now, cell.source);
        cells[at] = { ...cell, source };
        return;
      }
      cell = { ...cell, id: `yours-${cell.id}`.slice(0, 64) };
    } else {
      const known = above.filter((id) => places.has(id)).map((id) => places.get(id));
      at = known.length ? Math.max(...known) : cells.length - 1;
    }
    cells.splice(at + 1, 0, cell);
  };

  // A widget's view is dead tomorrow; below it stands what is shown then.
  const asKept = (cell) => {
    const outputs = (cell.outputs ?? []).map((each) => {
      const { [VIEW]: _, ...data } = each.data ?? {};
      return each.data ? { ...each, data } : each;
    }).filter((each) => !each.data || Object.keys(each.data).length);
    const short = JSON.stringify(outputs).length < MOST;
    const kept = { ...cell, source: text(cell.source) };
    delete kept.attachments;
    return cell.cell_type === "code" ? { ...kept, outputs: short ? outputs : [] } : kept;
  };

  window.courseCells = {
    // The page's sources as delivered, by id, before anything is put in.
    delivered: (cells) => new Map(cells.map(({ id, source }) => [id, text(source)])),
    bringBack: (cells, written) => written.forEach((each) => put(cells, each)),
    // What the learner wrote: [{cell, before, above}].
    written(cells, delivered) {
      const above = [], found = [];
      for (const cell of cells) {
        const source = text(cell.source), id = cell.id;
        if (source.trim() && source !== delivered.get(id)) {
          found.push({ cell: asKept(cell), before: delivered.get(id) ?? null, above: [...above] });
        }
        above.push(id);
      }
      return found;
    },
  };
}
