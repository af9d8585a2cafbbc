// For interactive pages: clicks, choices and typing before hydration take effect after it. Links
// work even without hydration.

export {};

const pressed: HTMLElement[] = [];
const keys: string[] = [];
let isPaletteWanted = false;
const chosen = new Map<HTMLSelectElement, string>();
const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>();

addEventListener("click", queueClick, { capture: true });
addEventListener("change", queueChoice, { capture: true });
addEventListener("input", queueTyping, { capture: true });
addEventListener("keydown", queueKey, { capture: true });
// `app/root.tsx` dispatches this event in its first effect. React handles input only after its
// effects have run.
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

/**
 * Queues single-key shortcuts (`app/ui/keyboard-shortcuts.ts`), keys that move between tabs, and
 * the palette's shortcut (`app/ui/palette/palette-shortcut.ts`). Keys after the palette's shortcut
 * aren't queued, because they are text for the palette, which isn't open yet.
 */
function queueKey(event: KeyboardEvent) {
  const { key, target, repeat, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey) {
    event.preventDefault();
    event.stopImmediatePropagation();
    isPaletteWanted = true;
  }
  if (isPaletteWanted) return;
  const isShortcut = key.length === 1 && key !== " " && !metaKey && !ctrlKey && !altKey;
  const isOn = (selector: string) => target instanceof Element && target.matches(selector);
  const isMove = isOn("[role=tab]") && /^(Arrow|Home|End)/.test(key);
  if (isMove) event.preventDefault();
  if (isMove || (isShortcut && !isOn("input, textarea, select") && !repeat)) {
    // React already listens before hydration has ended, so without this the key would count twice.
    event.stopImmediatePropagation();
    keys.push(key);
  }
}

function replay() {
  removeEventListener("click", queueClick, { capture: true });
  removeEventListener("change", queueChoice, { capture: true });
  removeEventListener("input", queueTyping, { capture: true });
  removeEventListener("keydown", queueKey, { capture: true });
  for (const [field, text] of typed) typeAgain(field, text);
  for (const [select, value] of chosen) {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  for (const control of pressed) control.click();
  for (const key of keys) press({ key });
  if (isPaletteWanted) press({ key: "k", ctrlKey: true });
}

function press(key: KeyboardEventInit) {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }));
}

/**
 * Makes React notice a text that was typed before hydration. React ignores an input event if it
 * already knows the field's value, so that value is emptied first.
 */
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
