// The user's preferences, kept by the browser for this address.

/** The value stored under `key`, or `fallback`. */
export function preference(key, fallback) {
  try {
    const text = localStorage.getItem(`tenuto.${key}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Stores `value` under `key`; no effect if the browser's storage is disabled. */
export function setPreference(key, value) {
  try {
    localStorage.setItem(`tenuto.${key}`, JSON.stringify(value));
  } catch {
    // The browser's storage may be disabled.
  }
}
