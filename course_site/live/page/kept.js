// What a learner wrote and did, kept by the browser from visit to visit, each
// piece a record of its own, so that two tabs never overwrite each other:
//   line   a line of the journal, which Python wrote; the text is its name
//   panel  what was pressed and set in a panel
//   cell   a cell that the learner wrote, by page and id
// Of two panels or cells of one name the later counts.
"use strict";
{
  const NAME = "add-norm-course", KINDS = new Set(["line", "panel", "cell"]);
  const records = new Map(); // all of them, those not yet stored included
  const unsaved = new Set();
  const tabs = new BroadcastChannel(NAME);
  const kept = window.courseKept = new EventTarget();
  const say = (type, detail) =>
    kept.dispatchEvent(new CustomEvent(type, { detail }));
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  let database, asked;

  const opened = async () => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME);
    database = await done(request);
    for (const record of await done(
      database.transaction(NAME).objectStore(NAME).getAll())) take(record);
  };
  // Never rejects: without a store the page still works, and says so.
  kept.ready = opened().then(() => { kept.trouble = ""; }, () => {
    kept.trouble = "This browser keeps nothing here between visits (is it a " +
      "private window?). Save your answers as a file before you close the page.";
  });

  const key = ({ kind, name }) => `${kind}:${name}`;
  const take = (record) => {
    const old = records.get(key(record));
    const news = !old || record.at > old.at;
    if (news) records.set(key(record), record);
    return news;
  };

  const store = async () => {
    const now = [...unsaved];
    if (!now.length || !database) return;
    try {
      const work = database.transaction(NAME, "readwrite", { durability: "strict" });
      const ended = new Promise((resolve, reject) => {
        work.oncomplete = resolve;
        work.onabort = () => reject(work.error);
      });
      for (const each of now) work.objectStore(NAME).put(records.get(each), each);
      await ended;
      for (const each of now) unsaved.delete(each);
      if (kept.trouble) say("room");
      kept.trouble = "";
    } catch (error) {
      kept.trouble = "The browser has no room left for your answers. They are " +
        "safe until you close this page: save them as a file, then make room.";
      say("trouble");
    }
  };

  // One after the other; resolves when all so far is stored, or has failed.
  let last = kept.ready;
  kept.put = (kind, name, value) => {
    const old = records.get(`${kind}:${name}`);
    const at = kind === "line" ? 0 : Math.max(Date.now(), (old?.at ?? 0) + 1);
    const record = { kind, name, at, value };
    if (!take(record)) return last;
    unsaved.add(key(record));
    tabs.postMessage(record);
    if (!asked) {
      asked = true; // once a visit; the browser remembers what it answered
      kept.forLong = navigator.storage?.persist?.().catch(() => false);
    }
    return (last = last.then(store));
  };
  kept.stored = () => last;
  kept.all = (kind) => [...records.values()].filter((each) => each.kind === kind);
  kept.get = (kind, name) => records.get(`${kind}:${name}`)?.value;
  tabs.onmessage = ({ data }) => {
    if (take(data)) say("other", data);
  };

  // ---- a file of all of it, in the format of the journal
  const when = (line) => BigInt(/"at": (\d+)/.exec(line)?.[1] ?? 0);
  kept.text = () => {
    const lines = kept.all("line").map(({ name }) => name).sort(
      (one, other) => (when(one) < when(other) ? -1 : 1));
    const more = [...kept.all("panel"), ...kept.all("cell")].map(
      ({ kind, name, at, value }) => JSON.stringify({ event: kind, name, at, value }));
    return [...lines, ...more, ""].join("\n");
  };
  const isText = (each) => typeof each === "string";
  // A file may come from somebody else: its outputs, which may hold scripts,
  // stay out.
  const checked = (kind, value) => {
    if (value === null || (kind === "panel" && isText(value))) return value;
    const { cell, before, above } = value;
    if (kind !== "cell" || ![cell.id, cell.source, cell.cell_type].every(isText) ||
      !(before === null || isText(before)) || !above.every(isText)) throw value;
    const { trusted: _, ...metadata } = cell.metadata ?? {};
    return { cell: { ...cell, metadata, ...(cell.outputs && { outputs: [] }) }, before, above };
  };
  const event = (line) => {
    try {
      const said = JSON.parse(line);
      if (KINDS.has(said?.event) && isText(said.name) && said.at > 0) {
        const { event: kind, name, at, value } = said;
        return { kind, name, at, value: checked(kind, value) };
      }
      if (typeof said?.event === "string" && typeof said.on === "string" && said.at > 0) {
        return { kind: "line", name: line, at: 0 };
      }
    } catch { /* is counted */ }
    return null;
  };
  kept.load = async (text) => {
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    const events = lines.map(event).filter(Boolean);
    const news = events.filter(take);
    for (const record of news) {
      unsaved.add(key(record));
      tabs.postMessage(record);
    }
    await (last = last.then(store));
    return { read: events.length, bad: lines.length - events.length, news };
  };
}
