// For pages that are complete without JavaScript: loads the framework after the first paint, so
// that it competes with nothing before that. Clicks and choices in the meantime are replayed after
// hydration.

/** A background tab renders no frames, but must still receive new leads. */
const longestWaitMs = 1000;
const queued: HTMLElement[] = [];
const chosen = new Map<HTMLSelectElement, string>();
let isLoading = false;

if (document.querySelector("script[type=held-module]")) {
  addEventListener("click", queueClick, { capture: true });
  addEventListener("change", queueChoice, { capture: true });
  // `app/root.tsx` dispatches this event from its first effect.
  addEventListener("hydrated", replay, { once: true });
  if (document.hidden) loadFramework();
  // A task queued in a frame runs after that frame's paint.
  else requestAnimationFrame(() => setTimeout(loadFramework));
  setTimeout(loadFramework, longestWaitMs);
}

function loadFramework() {
  if (isLoading) return;
  isLoading = true;
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=held]")) {
    link.rel = "modulepreload";
  }
  for (const held of document.querySelectorAll<HTMLScriptElement>("script[type=held-module]")) {
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = held.nonce;
    script.textContent = held.textContent;
    document.head.append(script);
  }
}

function queueClick(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const pressed = event.target.closest<HTMLElement>("button, [role=tab], label, input");
  const control = pressed instanceof HTMLLabelElement ? pressed.control : pressed;
  if (!control?.matches("button, [role=tab], [type=radio], [type=checkbox]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!queued.includes(control)) queued.push(control);
}

function queueChoice({ target }: Event) {
  if (target instanceof HTMLSelectElement) chosen.set(target, target.value);
}

function replay() {
  removeEventListener("click", queueClick, { capture: true });
  removeEventListener("change", queueChoice, { capture: true });
  for (const [select, value] of chosen) {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  for (const control of queued) control.click();
}
