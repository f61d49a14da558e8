// Creates elements. Text from a host or an extension is inserted as text, never as markup.

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * Creates an HTML element.
 *
 * An attribute whose name begins with "on" is a listener. The value true stands for an attribute
 * without a value; attributes that are false, null or undefined are omitted. Children are elements
 * or texts.
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element, as `element` does. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null && child !== false));
  return made;
}

/** Creates a button. */
export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** Sets an element's text if it differs, so that unchanged text is not drawn again. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets an attribute if it differs. */
export function setAttribute(target, name, value) {
  if (value == null || value === false) {
    if (target.hasAttribute(name)) target.removeAttribute(name);
  } else if (target.getAttribute(name) !== String(value)) {
    target.setAttribute(name, String(value));
  }
}

/** Sets a button's pressed state. */
export function setPressed(target, isPressed) {
  setAttribute(target, "aria-pressed", String(isPressed));
}

/** Whether a text field has the focus, where shortcuts must not act. */
export function isTyping(event) {
  const target = event.target;
  return target instanceof HTMLElement
    && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)
      && target.type !== "range" && target.type !== "checkbox");
}
