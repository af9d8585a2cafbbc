// Public pages carry no framework until somebody touches them. The first sign of a person lets the
// held scripts go; what was clicked or sent meanwhile is kept and done when React has taken over.
export {};

const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"] as const;
const kept: (() => void)[] = [];
let isAwake = false;
let isTakenOver = false;

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });
addEventListener("click", keepClick, { capture: true });
addEventListener("submit", keepSubmit, { capture: true });
// `app/root.tsx` says so when its first effect runs.
addEventListener("hydrated", takeOver, { once: true });

function wake() {
  if (isAwake) return;
  isAwake = true;
  for (const sign of signs) removeEventListener(sign, wake, { capture: true });
  for (const held of document.querySelectorAll<HTMLScriptElement>("script[type^=held]")) {
    const script = document.createElement("script");
    if (held.type === "held-module") script.type = "module";
    script.text = held.text;
    document.head.append(script);
  }
}

/** Links and other things that work by themselves do so; only a page's own buttons wait. */
function keepClick(event: MouseEvent) {
  if (isTakenOver || !(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("button:not([type=submit]), [role=tab]");
  if (!button || button.hasAttribute("data-now")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  kept.push(() => button.click());
  wake();
}

function keepSubmit(event: SubmitEvent) {
  if (isTakenOver || !(event.target instanceof HTMLFormElement)) return;
  const { target: form, submitter } = event;
  event.preventDefault();
  event.stopImmediatePropagation();
  kept.push(() => form.requestSubmit(submitter));
  wake();
}

function takeOver() {
  isTakenOver = true;
  removeEventListener("click", keepClick, { capture: true });
  removeEventListener("submit", keepSubmit, { capture: true });
  for (const action of kept) action();
}
