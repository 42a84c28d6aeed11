// An extension of JupyterLab and Notebook 7, written by hand: it gives text
// lines of 75 to 95 characters, keeps a page in the middle of a wide screen,
// and shows the names of the lessons to their end in the list of files.
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
  };
  const plugin = { id: "add-norm-course:page", autoStart: true, activate };
  (window._JUPYTERLAB ??= {})["add-norm-course"] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: [plugin] }),
  };
}
