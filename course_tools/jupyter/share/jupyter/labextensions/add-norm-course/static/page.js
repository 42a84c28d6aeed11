// An extension of JupyterLab and Notebook 7, written by hand: it gives text
// lines of 75 to 95 characters, keeps a page in the middle of a wide screen,
// shows the names of the lessons to their end in the list of files, lets a
// slider's number be typed with a comma, and opens a lesson at the heading that
// a link names.
"use strict";
{
  const LOOK = `
    .jp-Notebook .jp-Cell { max-width: 82rem; margin-inline: auto; }
    .jp-Notebook :is(.jp-MarkdownOutput, .jp-RenderedHTML img + div) {
      max-width: 76ch;
    }
    .jp-MarkdownOutput details { margin-bottom: 1em; }
    .jp-DirListing-item { padding-inline: 6px; font-size: 12px; }
    .jp-DirListing-itemName { margin-inline: 0; }
  `;
  // JupyterLab scrolls once, while the page still grows, and loses the place.
  const toHeading = (app) => (_, { id, args, result }) => {
    if (id !== "rendermime:handle-local-link" || !args.id) return;
    result.then(async () => {
      const panel = app.shell.currentWidget;
      await panel.revealed;
      const again = setInterval(() => panel.setFragment(args.id), 250);
      const stop = () => clearInterval(again);
      setTimeout(stop, 4000);
      for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) {
        addEventListener(kind, stop, { once: true, capture: true });
      }
    });
  };
  const activate = (app) => {
    const style = document.createElement("style");
    style.textContent = LOOK;
    document.head.append(style);
    app.commands.commandExecuted.connect(toHeading(app));
    // ipywidgets reads 1,5 as 1.
    document.addEventListener("beforeinput", (event) => {
      if (event.data !== "," || !event.target.closest?.(".widget-readout")) {
        return;
      }
      event.preventDefault();
      document.execCommand("insertText", false, ".");
    });
  };
  const plugin = { id: "add-norm-course:page", autoStart: true, activate };
  (window._JUPYTERLAB ??= {})["add-norm-course"] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: [plugin] }),
  };
}
