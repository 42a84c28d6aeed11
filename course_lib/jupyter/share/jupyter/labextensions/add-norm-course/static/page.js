// An extension of JupyterLab and Notebook 7, written by hand: it gives text
// lines of 75 to 95 characters and keeps a page in the middle of a wide screen.
"use strict";
{
  const LOOK = `
    .jp-Notebook .jp-Cell { max-width: 82rem; margin-inline: auto; }
    .jp-Notebook :is(.jp-MarkdownOutput, .jp-RenderedHTML img + div) {
      max-width: 76ch;
    }
  `;
  const activate = () => {
    const style = document.createElement("style");
    style.textContent = LOOK;
    document.head.append(style);
  };
  const plugin = { id: "add-norm-course:page", autoStart: true, activate };
  (window._JUPYTERLAB ??= {})["add-norm-course"] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: [plugin] }),
  };
}
