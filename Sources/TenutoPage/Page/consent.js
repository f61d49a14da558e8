// Asks the user about pages of other sites that request MIDI.

import { button, element } from "./element.js";
import { attempt } from "./notices.js";
import { get, post } from "./request.js";

const path = "/v1/midi/permissions";

/** Shows a dialog for each waiting page, one after another. */
export class Consent {
  #dialog = null;
  /** The request that the dialog shows, as a text. */
  #shown = null;

  constructor(host) {
    host.on("web-midi", () => this.#look());
    host.on("connection", (isConnected) => isConnected && this.#look());
  }

  async #look() {
    const answer = await get(path).catch(() => null);
    const wish = answer?.waiting[0];
    const text = wish ? `${wish.sysex} ${wish.origin}` : null;
    if (text === this.#shown) return;
    this.#dialog?.remove();
    this.#shown = text;
    this.#dialog = wish ? this.#ask(wish) : null;
  }

  #ask({ origin, sysex }) {
    const decide = (decision) => attempt(post(path, { origin, ...decision }));
    const dialog = element(
      "dialog", { class: "consent", "aria-labelledby": "consent-title" },
      element("h2", { id: "consent-title" }, "Allow MIDI for a page of another site?"),
      element("p", {}, element("strong", {}, origin),
        " requests access to the instruments and MIDI devices of this host, to play them and to"
          + " receive what they play."),
      sysex ? element("p", { class: "warning" }, "It also requests to send and receive System"
        + " Exclusive messages, which can change a device, including its firmware.") : null,
      element("div", { class: "choices" },
        button("Refuse", () => decide({ isAllowed: false }), { autofocus: true }),
        button(sysex ? "Allow without System Exclusive" : "Allow",
          () => decide({ isAllowed: true, sysex: false })),
        sysex ? button("Allow all", () => decide({ isAllowed: true, sysex: true })) : null));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      decide({ isAllowed: false });
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }
}
