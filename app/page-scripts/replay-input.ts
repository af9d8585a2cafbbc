// For pages that people work on: what they press, choose and type before hydration takes effect
// after it. Links work without hydration.

export {};

const pressed: HTMLElement[] = [];
const chosen = new Map<HTMLSelectElement, string>();
const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>();

addEventListener("click", queueClick, { capture: true });
addEventListener("change", queueChoice, { capture: true });
addEventListener("input", queueTyping, { capture: true });
// `app/root.tsx` dispatches this event from its first effect; React handles input after its effects.
addEventListener("hydrated", () => queueMicrotask(replay), { once: true });

function queueClick(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const target = event.target.closest<HTMLElement>("button, [role=tab], label, input");
  const control = target instanceof HTMLLabelElement ? target.control : target;
  if (!control?.matches("button, [role=tab], [type=radio], [type=checkbox]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!pressed.includes(control)) pressed.push(control);
}

function queueChoice({ target }: Event) {
  if (target instanceof HTMLSelectElement) chosen.set(target, target.value);
}

function queueTyping({ target }: Event) {
  const isText =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement &&
      !target.matches("[type=radio], [type=checkbox], [type=file]"));
  if (isText) typed.set(target, target.value);
}

function replay() {
  removeEventListener("click", queueClick, { capture: true });
  removeEventListener("change", queueChoice, { capture: true });
  removeEventListener("input", queueTyping, { capture: true });
  for (const [field, text] of typed) typeAgain(field, text);
  for (const [select, value] of chosen) {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  for (const control of pressed) control.click();
}

/** React ignores an input event whose value it already knows, so the known value is emptied. */
function typeAgain(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const { selectionStart, selectionEnd } = field;
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  field.value = "";
  native?.set?.call(field, text);
  if (document.activeElement === field && selectionStart !== null) {
    field.setSelectionRange(selectionStart, selectionEnd);
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
