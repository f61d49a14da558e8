// Requests to the control API.

/** An error from the host: its status code, and a sentence for the user. */
class RequestError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Sends a request; returns the answer or throws a `RequestError`. */
export async function request(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new RequestError(0, "The host does not answer.");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    const { status } = response;
    throw new RequestError(status, answer?.message ?? `The host answered ${status}.`);
  }
  return answer;
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);

/** The path of a request about a node. */
export function nodePath(node, word) {
  return `/v1/nodes/${encodeURIComponent(node)}${word ? `/${word}` : ""}`;
}

/** The address of a WebSocket of this host. */
export function socketAddress(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${path}`;
}
