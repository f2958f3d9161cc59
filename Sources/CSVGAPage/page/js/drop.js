// Files that are dropped on the page or chosen in the file dialog. The server detects their format by content, not by name.
import { api } from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { library } from "./library.js";
import { toast } from "./overlays.js";
import { problemText } from "./problem.js";

/** Opens files that are dropped on the page. A view that handles a dropped file calls preventDefault() on "drop". */
export function startDrop() {
  const text = h("span", {}, t("common.drop"));
  const mark = h("div", { class: "drop-mark", hidden: true }, text);
  document.body.append(mark);
  /** @param {DragEvent} event */
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    // Views that handle the drop have already prevented the default, and show their own highlight.
    mark.hidden = event.defaultPrevented;
    text.textContent = t("common.drop");
    event.preventDefault();
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark.hidden = true; });
  addEventListener("drop", (event) => {
    mark.hidden = true;
    if (event.defaultPrevented || !holdsFiles(event)) return;
    event.preventDefault();
    openFiles(event.dataTransfer?.files ?? []);
  });
}

/** Asks for files and opens them. */
export function chooseFiles() {
  const input = h("input", { type: "file", accept: ".svga,.json,.lottie,.tgs,application/octet-stream,application/json", multiple: true, hidden: true, "data-test": "file-input" });
  input.addEventListener("change", () => { openFiles(input.files ?? []); input.remove(); });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/**
 * Uploads files. One movie is opened, several are added to the gallery. A toast shows the error of each other file.
 * @param {Iterable<File>} files
 */
async function openFiles(files) {
  /** @type {API.Entry[]} */
  const added = [];
  for (const file of [...files]) {
    const note = file.size > 4_000_000 ? toast(t("common.drop.reading", { name: file.name })) : null;
    try {
      const result = await api.upload(file);
      if (result.kind === "movie") {
        library.add(result.movie);
        added.push(result.movie);
      } else {
        toast(t("common.drop.picture", { name: file.name }), { kind: "warning" });
      }
    } catch (error) {
      toast(t("common.drop.refused", { name: file.name }), { kind: "error", detail: problemText(error, ". ") });
    } finally {
      note?.close();
    }
  }
  if (added.length === 1) location.hash = `#/movie/${added[0].id}`;
  if (added.length > 1) {
    location.hash = "#/";
    toast(t("common.drop.added", { count: added.length }), { kind: "success" });
  }
}
