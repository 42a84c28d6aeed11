// Our part of the page, as an extension of JupyterLab: the bar above the
// lesson says how Python is, runs cells, keeps answers, brings a new edition.
"use strict";
{
  const kept = window.courseKept, cellsOf = window.courseCells;
  const at = (id) => document.getElementById(`course-${id}`);
  const bar = document.getElementById("course-bar");
  const path = new URLSearchParams(location.search).get("path") || "";
  const SILENT = 10; // seconds after which Python may be hanging
  const SHELF = ".yours"; // behind a page's name: what it had before "afresh"
  const REMINDED = "course-reminded";
  const SAVE = "Your answers are kept in this browser, for this address. To be " +
    "safe, or to go on elsewhere, save them: Your answers, Save as a file.";
  const SHORT = " This browser may clear them when its space runs short.";
  const delivered = new Map(); // the sources of each page, as the course has it
  let scope;

  const show = (id, yes = true) => { at(id).hidden = !yes; };
  const note = (words) => {
    at("note").textContent = words;
    show("note", Boolean(words));
  };
  const fit = () => document.documentElement.style.setProperty(
    "--course-top", `${bar.offsetHeight}px`);
  new ResizeObserver(() => { fit(); dispatchEvent(new Event("resize")); })
    .observe(bar);

  // What JupyterLab and its extensions share, by name.
  const shared = async (name) => {
    const [version] = Object.values(scope[name]);
    return (await version.get())();
  };

  class Live {
    constructor(app, panel, actions) {
      Object.assign(this, { app, panel, actions, ready: false });
      this.session = panel.context.sessionContext;
      this.page = panel.context.path;
    }

    // ---- how Python is
    say(words, share = null) {
      at("said").textContent = words;
      show("share", share !== null);
      if (share) at("share").value = share;
    }

    loads({ share, failed }) {
      if (failed) {
        this.say("Python could not be loaded.");
        note(`You can read on here. The reason: ${failed}`);
      } else if (!this.ready) {
        const percent = Math.min(99, Math.floor(100 * share));
        this.say(share < 1 ? `Python is loading … ${percent} %. You can read on.`
          : "Python is starting …", share);
      }
    }

    async begins(kernel) {
      if (!kernel) return;
      this.ready = false;
      kernel.iopubMessage.connect(() => this.alive());
      await kept.ready;
      const known = ["line", "panel"].flatMap((kind) => kept.all(kind));
      const reply = await this.tell(kernel, "begin", this.page, known);
      if (reply.content.status !== "ok") {
        this.loads({ failed: reply.content.evalue });
        return;
      }
      this.ready = true;
      this.alive();
      for (const id of ["cell", "above", "all"]) at(id).disabled = false;
      this.tell(kernel, "listen");
      this.seen();
    }

    // Call a function of in_kernel.py with texts; records go as JSON.
    tell(kernel, name, ...values) {
      const words = values.map((each) => JSON.stringify(
        typeof each === "string" ? each : JSON.stringify(each)));
      const code = `from course_site.live.in_kernel import ${name}\n` +
        `${name}(${words.join(", ")})`;
      return kernel.requestExecute(
        { code, silent: true, store_history: false }).done;
    }

    // What another tab kept, a little later all at once.
    others(record) {
      (this.came ??= []).push(record);
      clearTimeout(this.soon);
      this.soon = setTimeout(() => {
        const kernel = this.session.session?.kernel;
        if (!this.ready || !kernel) return; // `begin` will tell
        this.tell(kernel, "take_in", this.came.splice(0));
      }, 300);
    }

    alive() {
      this.last = Date.now();
      if (this.session.session?.kernel?.status === "dead") {
        this.say("Python has stopped.");
        show("restart");
      } else if (this.ready) {
        show("restart", false);
        this.say(this.busy() ? "Python is working …" : "Python is ready.");
      }
    }

    busy() {
      return this.session.session?.kernel?.status === "busy";
    }

    watch() {
      const silent = Math.floor((Date.now() - this.last) / 1000);
      if (this.ready && this.busy() && silent >= SILENT) {
        this.say(`Python has given no sign for ${silent} seconds.`);
        show("restart");
      }
    }

    async restart() {
      show("restart", false);
      this.say("Python is starting again. Your answers are kept.");
      await this.session.restartKernel();
    }

    // ---- what the learner wrote
    name(id, shelf = "") { return `${this.page}${shelf} ${id}`; }

    writes() {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.keep(), 1000);
    }

    keep() {
      const model = this.panel.content.model;
      const sources = delivered.get(this.page);
      if (!sources || !model || this.leaving) return Promise.resolve();
      const written = cellsOf.written(model.toJSON().cells, sources);
      const names = new Set();
      for (const each of written) {
        const name = this.name(each.cell.id);
        names.add(name);
        if (JSON.stringify(kept.get("cell", name)) !== JSON.stringify(each)) {
          kept.put("cell", name, each);
        }
      }
      // Gone is what this page had and has no more; another tab's stays.
      for (const name of this.had) {
        if (!names.has(name)) kept.put("cell", name, null);
      }
      this.had = names;
      model.dirty = false;
      return kept.stored();
    }

    shelved() { return ours(this.page + SHELF); }

    async afresh() {
      await this.keep();
      this.move(ours(this.page), "", SHELF);
      const panels = `${this.page.replace(".ipynb", "")}.`;
      for (const { name } of kept.all("panel")) {
        if (name.startsWith(panels)) kept.put("panel", name, null);
      }
      return this.anew();
    }

    // What was written since takes the place of what is brought back.
    async back() {
      await this.keep();
      const now = ours(this.page);
      const taken = new Set(this.shelved().map(({ cell }) => cell.id));
      this.move(this.shelved(), SHELF, "");
      for (const each of now) {
        if (taken.has(each.cell.id)) kept.put("cell", this.name(each.cell.id, SHELF), each);
      }
      return this.anew();
    }

    move(records, from, to) {
      for (const each of records) {
        kept.put("cell", this.name(each.cell.id, to), each);
        kept.put("cell", this.name(each.cell.id, from), null);
      }
    }

    async anew() {
      this.leaving = true;
      await kept.stored();
      location.reload();
    }

    // ---- cells
    cells() { return this.panel.content.widgets; }

    run(cells) {
      return this.actions.runCells(this.panel.content, cells, this.session);
    }

    seen() {
      // A panel's still becomes live as soon as one looks at it.
      this.watcher?.disconnect();
      this.watcher = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
          const cell = isIntersecting && this.cells().find(
            (each) => each.node === target);
          if (cell && target.querySelector(".course-run") && !cell.wasRun) {
            this.run([cell]);
          }
        }
      });
      // The first cell asks what came back of earlier days.
      const first = this.cells().find((each) => each.model.id === "find-the-course");
      if (first && kept.all("line").length) this.run([first]);
      for (const cell of this.cells()) {
        cell.wasRun = false;
        if (cell.model.type === "code") this.watcher.observe(cell.node);
      }
    }

    // To the cell that the address names; as long as the page still grows
    // and nobody has scrolled, again.
    scroll() {
      const id = decodeURIComponent(location.hash.replace("#cell-id=", "#").slice(1));
      if (!id) return;
      const content = this.panel.content;
      const stop = () => clearInterval(again);
      const again = setInterval(() => {
        const index = this.cells().findIndex((cell) => cell.model.id === id);
        if (index < 0) return;
        if (content.activeCellIndex !== index) content.activeCellIndex = index;
        this.cells()[index].node.scrollIntoView({ block: "start" });
      }, 250);
      setTimeout(stop, 5000);
      for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) {
        addEventListener(kind, stop, { once: true, capture: true });
      }
    }
  }

  // What is kept of a page, in the page's order.
  const ours = (page) => kept.all("cell")
    .filter(({ name, value }) => value && name.startsWith(`${page} `))
    .map(({ value }) => value)
    .sort((one, other) => one.above.length - other.above.length);

  // Pages always come as the course has them now, and the learner's cells are
  // put in; nothing else of a page is stored.
  const read = (contents) => {
    const get = contents.get.bind(contents);
    contents.get = async (name, options) => {
      const model = await get(name, options);
      if (model.type === "notebook" && model.content?.cells) {
        await kept.ready;
        const { cells } = model.content;
        delivered.set(name, cellsOf.delivered(cells));
        cellsOf.bringBack(cells, ours(name));
      }
      return model;
    };
    const point = { id: "course", last_modified: "2026-01-01T00:00:00Z" };
    contents.save = async (name) => {
      await window.courseLive?.keep();
      return get(name, { content: false });
    };
    contents.createCheckpoint = async () => point;
    contents.listCheckpoints = async () => [point];
  };

  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([kept.text()], { type: "text/plain" }));
    link.download = "my-answers.jsonl";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };

  const load = async (file) => {
    await window.courseLive?.keep();
    const { read, bad, news } = await kept.load(await file.text());
    if (!read) return note(`${file.name} holds no answers of the course.`);
    const count = (n, one, more) => (n === 1 ? `1 ${one}` : `${n} ${more}`);
    const words = `${file.name}: ${count(news.length, "entry is", "entries are")} new` +
      (bad ? `; ${count(bad, "line", "lines")} could not be read.` : ".");
    if (!news.length || kept.trouble) return note(kept.trouble || words);
    try { sessionStorage.setItem("course-note", words); } catch { /* is only words */ }
    return window.courseLive.anew();
  };

  const remind = (line) => {
    try {
      if (!line.startsWith('{"event": "done"') || localStorage.getItem(REMINDED)) return;
      localStorage.setItem(REMINDED, "yes");
    } catch { /* then it is said again */ }
    note(SAVE);
    Promise.resolve(kept.forLong).then((yes) => { if (!yes) note(SAVE + SHORT); });
  };

  const listen = (live) => {
    addEventListener("course", ({ detail }) => {
      if (detail.kept) {
        const [kind, name, value] = detail.kept;
        kept.put(kind, name, value);
        if (kind === "line" && !kept.trouble) remind(name);
      } else live.loads(detail);
    });
    kept.addEventListener("other", ({ detail }) => {
      if (detail.kind !== "cell") live.others(detail);
    });
    kept.addEventListener("trouble", () => note(kept.trouble));
    kept.addEventListener("room", () => note(""));
    kept.ready.then(() => {
      const words = sessionStorage.getItem("course-note");
      sessionStorage.removeItem("course-note");
      note(kept.trouble || words || "");
      show("back", live.shelved().length > 0);
    });
    at("save").onclick = save;
    at("load").onclick = () => at("file").click();
    at("file").onchange = () => { if (at("file").files[0]) load(at("file").files[0]); };
    at("afresh").onclick = () => live.afresh();
    at("back").onclick = () => live.back();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") live.keep();
    });
    addEventListener("pagehide", () => { live.keep(); });
    // JupyterLab would ask whether to leave what is not saved; here all is.
    addEventListener("beforeunload", (event) => {
      live.keep();
      if (!kept.trouble) event.stopImmediatePropagation();
    }, true);
  };

  const start = async (app, tracker) => {
    read(app.serviceManager.contents);
    const { NotebookActions } = await shared("@jupyterlab/notebook");
    tracker.widgetAdded.connect(async (_, panel) => {
      await panel.context.ready;
      const live = new Live(app, panel, NotebookActions);
      window.courseLive = live;
      live.had = new Set(ours(live.page).map(({ cell }) => live.name(cell.id)));
      listen(live);
      panel.content.model.contentChanged.connect(() => live.writes());
      setInterval(() => live.watch(), 1000);
      live.session.kernelChanged.connect((_, { newValue }) => live.begins(newValue));
      live.session.statusChanged.connect((_, status) => {
        if (status === "restarting" || status === "autorestarting") live.restarting = true;
        if (status === "idle" && live.restarting) { live.restarting = false; live.begins(live.session.session.kernel); }
        live.alive();
      });
      live.begins(live.session.session?.kernel);
      at("cell").onclick = () => app.commands.execute("notebook:run-cell-and-select-next");
      at("above").onclick = () => app.commands.execute("notebook:run-all-above");
      at("all").onclick = () => app.commands.execute("notebook:run-all-cells");
      at("restart").onclick = () => live.restart();
      // What is run already, or waits to be, `seen` does not run again.
      NotebookActions.executionScheduled.connect((_, { cell }) => { cell.wasRun = true; });
      NotebookActions.executed.connect((_, { cell, success }) => {
        if (!success) cell.outputHidden = false; // an error is always seen
      });
      panel.revealed.then(() => live.scroll());
    });
  };

  (window._JUPYTERLAB ??= {})["course-live"] = {
    init: (shares) => { scope = shares; },
    get: async () => {
      const { INotebookTracker } = await shared("@jupyterlab/notebook");
      const plugin = {
        id: "course-live:page",
        autoStart: true,
        requires: [INotebookTracker],
        activate: start,
      };
      return () => ({ __esModule: true, default: [plugin] });
    },
  };
}
