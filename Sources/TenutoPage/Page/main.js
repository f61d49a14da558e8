// The page: its bar, its views, and their host.

import { Consent } from "./consent.js";
import { DropTarget } from "./drop.js";
import { EngineBar, TransportBar } from "./transport.js";
import { button, element, setAttribute, setText } from "./element.js";
import { Host } from "./host.js";
import { LogView } from "./log.js";
import { NetworkView } from "./network.js";
import { notify, notifyError, notifyFault } from "./notices.js";
import { Patchbay } from "./patchbay.js";
import { PianoView } from "./piano.js";
import { preference, setPreference } from "./preferences.js";
import { Listening } from "./listening.js";
import { SoundView } from "./pictures.js";
import { TopView } from "./top.js";

const byId = (id) => document.getElementById(id);

/** The colour schemes: `auto` follows the system. */
const themes = ["auto", "dark", "light"];

function showTheme(theme) {
  setAttribute(document.documentElement, "data-theme", theme === "auto" ? null : theme);
  setText(byId("theme"), { auto: "◐", dark: "●", light: "○" }[theme]);
  setAttribute(byId("theme"), "aria-label", `Colours: ${theme}`);
  setAttribute(byId("theme"), "title", `Colours: ${theme}`);
}

function beginTheme() {
  showTheme(preference("theme", "auto"));
  byId("theme").addEventListener("click", () => {
    const theme = themes[(themes.indexOf(preference("theme", "auto")) + 1) % themes.length];
    setPreference("theme", theme);
    showTheme(theme);
  });
}

/** The tabs; the fragment of the address names the selected one, so that a reload restores it. */
class Tabs {
  #views;
  #tabs = new Map();

  /** `views` have `show(isVisible)`, by the id of their panel. */
  constructor(list, titles, views) {
    this.#views = views;
    for (const [id, title] of Object.entries(titles)) {
      const tab = button(title, () => { location.hash = id; }, {
        role: "tab", id: `tab-${id}`, "aria-controls": id,
      });
      this.#tabs.set(id, tab);
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => this.#show());
    this.#show();
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const ids = [...this.#tabs.keys()];
    const next = ids[(ids.indexOf(this.#chosen()) + step + ids.length) % ids.length];
    location.hash = next;
    this.#tabs.get(next).focus();
  }

  #chosen() {
    const id = location.hash.slice(1);
    return this.#tabs.has(id) ? id : [...this.#tabs.keys()][0];
  }

  #show() {
    const chosen = this.#chosen();
    for (const [id, tab] of this.#tabs) {
      const isChosen = id === chosen;
      setAttribute(tab, "aria-selected", String(isChosen));
      setAttribute(tab, "tabindex", isChosen ? 0 : -1);
      byId(id).hidden = !isChosen;
      this.#views[id].show(isChosen);
    }
  }
}

function beginTitle(host) {
  const title = byId("session").firstElementChild;
  const path = element("small", {});
  byId("session").append(path);
  host.on("status", ({ session, isEdited, sessionPath, name }) => {
    const text = `${session ?? name}${isEdited ? " •" : ""}`;
    setText(title, text);
    setAttribute(title, "title", sessionPath ?? "Not saved yet");
    if (document.title !== `${text} – Tenuto`) document.title = `${text} – Tenuto`;
  });
}

function begin() {
  beginTheme();
  const host = new Host();
  beginTitle(host);
  new TransportBar(byId("transport"), host);
  new EngineBar(byId("engine"), host);
  const listening = new Listening(byId("listening"), host);
  new Consent(host);
  host.on("fault", notifyFault);
  host.on("error", notifyError);
  host.on("connection", (isConnected) => {
    if (!isConnected) notify("The connection to the host is lost; reconnecting.", "error");
  });
  const patchbay = new Patchbay(byId("patch"), host);
  new DropTarget(patchbay);
  new Tabs(
    byId("tabs"),
    { patch: "Patch", piano: "Piano", sound: "Sound", top: "Timing", network: "Network", log: "Log" },
    {
      patch: patchbay, piano: new PianoView(byId("piano"), host),
      sound: new SoundView(byId("sound"), host, listening), top: new TopView(byId("top"), host),
      network: new NetworkView(byId("network")), log: new LogView(byId("log"), host),
    });
  host.connect();
}

begin();
