// What a user has chosen, kept by the browser for this address.

/** What is kept under `key`; `fallback` where nothing is. */
export function preference(key, fallback) {
  try {
    const text = localStorage.getItem(`tenuto.${key}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Keeps `value` under `key`; no effect where the browser keeps nothing. */
export function setPreference(key, value) {
  try {
    localStorage.setItem(`tenuto.${key}`, JSON.stringify(value));
  } catch {
    // A browser may be told to keep nothing.
  }
}
