import { api } from "../../api.js";
import { fill, h } from "../../dom.js";
import { t } from "../../i18n.js";
import { toastError } from "../../overlays.js";

/** The emulated player on the stage, or none. Shows the reason if the player fails. */
export class ShownAs {
  #session;
  #chips = h("div", { class: "line wrap", role: "group", "aria-label": t("check.shownAs") });
  #failure = h("p", { class: "check-failure", role: "status", hidden: true, "data-test": "player-failure" });
  #listener = () => this.#render();

  /** @param {import("../../session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.element = h("section", { class: "section stack" }, h("h2", {}, t("check.shownAs")), this.#chips, this.#failure);
    session.addEventListener("scene", this.#listener);
    this.#show();
  }

  close() {
    this.#session.removeEventListener("scene", this.#listener);
  }

  async #show() {
    const { players } = await api.vocabulary();
    fill(this.#chips, [null, ...players].map((name) => h("button", {
      type: "button", class: "chip", "aria-pressed": "false", "data-player": name ?? "", "data-test": `shown-as-${name ?? "rules"}`,
      onclick: () => this.#choose(name),
    }, name === null ? t("check.byTheRules") : t(`check.player.${name}`))));
    this.#render();
  }

  /** @param {string|null} name */
  async #choose(name) {
    try {
      await this.#session.update((draft) => (draft.player = name));
    } catch (error) {
      toastError(error);
    }
    this.#render();
  }

  #render() {
    const { player, scene } = this.#session;
    for (const chip of this.#chips.children) chip.setAttribute("aria-pressed", String(chip.getAttribute("data-player") === (player ?? "")));
    const { failure } = scene;
    const position = !failure || failure.frame === null ? "" : t(failure.isFinal ? "check.failsFrom" : "check.failsAt", { frame: failure.frame });
    this.#failure.textContent = failure ? t("check.fails", { reason: failure.reason, place: position }) : "";
    this.#failure.hidden = !failure;
  }
}
