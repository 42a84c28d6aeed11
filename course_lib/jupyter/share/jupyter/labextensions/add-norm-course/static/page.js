// An extension of JupyterLab and Notebook 7, written by hand: it gives text
// lines of 75 to 95 characters, keeps a page in the middle of a wide screen,
// shows the names of the lessons to their end in the list of files, and lets a
// slider's number be typed with a comma.
"use strict";
{
  const LOOK = `
    .jp-Notebook .jp-Cell { max-width: 82rem; margin-inline: auto; }
    .jp-Notebook :is(.jp-MarkdownOutput, .jp-RenderedHTML img + div) {
      max-width: 76ch;
    }
    .jp-DirListing-item { padding-inline: 6px; font-size: 12px; }
    .jp-DirListing-itemName { margin-inline: 0; }
  `;
  const activate = () => {
    const style = document.createElement("style");
    style.textContent = LOOK;
    document.head.append(style);
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
