// Routes the WebSockets of a site through the proxy that shows its pages, which gives them the
// site's origin; a classic script that the proxy inserts before the page's own scripts.

(() => {
  "use strict";

  // Replaced with the site's origin.
  const site = new URL("@SITE@").origin;
  const Native = window.WebSocket;

  /** The proxy's address of a WebSocket of the site; `address` itself for any other. */
  function proxied(address) {
    let wanted;
    try {
      wanted = new URL(address, document.baseURI);
    } catch {
      return address;  // The constructor throws the error for it.
    }
    if (new URL(wanted.href.replace(/^ws/, "http")).origin !== site) return address;
    return `ws://${location.host}${wanted.pathname}${wanted.search}`;
  }

  window.WebSocket = class WebSocket extends Native {
    constructor(address, ...rest) {
      super(proxied(address), ...rest);
    }
  };
})();
