// Our part of the page, as an extension of JupyterLab: the bar above the
// lesson says how Python is, runs cells, keeps answers, brings a new edition.
"use strict";
{
  const at = (id) => document.getElementById(`course-${id}`);
  const bar = document.getElementById("course-bar");
  const path = new URLSearchParams(location.search).get("path") || "";
  const book = bar.dataset.book && path &&
    `../${bar.dataset.book}/${path.replace(".ipynb", ".html")}`;
  const SILENT = 10; // seconds after which Python may be hanging
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
      const code = "from course_lib.live.in_kernel import begin\n" +
        `begin(${JSON.stringify(this.page)})`;
      const quiet = { silent: true, store_history: false };
      const reply = await kernel.requestExecute({ code, ...quiet }).done;
      if (reply.content.status !== "ok") {
        this.loads({ failed: reply.content.evalue });
        return;
      }
      this.ready = true;
      this.alive();
      for (const id of ["cell", "all"]) at(id).disabled = false;
      this.seen();
    }

    alive() {
      this.last = Date.now();
      if (this.ready) {
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
            cell.wasRun = true;
            this.run([cell]);
          }
        }
      });
      for (const cell of this.cells()) {
        cell.wasRun = false;
        if (cell.model.type === "code") this.watcher.observe(cell.node);
      }
    }

    scroll() {
      const id = decodeURIComponent(location.hash.replace("#cell-id=", "#").slice(1));
      const index = this.cells().findIndex((cell) => cell.model.id === id);
      if (index >= 0) {
        this.panel.content.activeCellIndex = index;
        this.panel.content.scrollToItem(index, "start");
      }
    }
  }

  const start = async (app, tracker) => {
    const { NotebookActions } = await shared("@jupyterlab/notebook");
    tracker.widgetAdded.connect(async (_, panel) => {
      await panel.context.ready;
      const live = new Live(app, panel, NotebookActions);
      window.courseLive = live;
      addEventListener("course", ({ detail }) => live.loads(detail));
      setInterval(() => live.watch(), 1000);
      live.session.kernelChanged.connect((_, { newValue }) => live.begins(newValue));
      live.session.statusChanged.connect((_, status) => {
        if (status === "restarting" || status === "autorestarting") live.again = true;
        if (status === "idle" && live.again) { live.again = false; live.begins(live.session.session.kernel); }
        live.alive();
      });
      live.begins(live.session.session?.kernel);
      at("cell").onclick = () => app.commands.execute("notebook:run-cell-and-select-next");
      at("all").onclick = () => app.commands.execute("notebook:run-all-cells");
      at("restart").onclick = () => live.restart();
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
