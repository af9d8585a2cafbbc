// Public pages carry no framework until somebody touches them. The first sign of a person lets the
// held scripts go; what was clicked or sent meanwhile is kept and done when React has taken over.
// What needs no framework is answered sooner, by `app/page-scripts/after-first-paint.ts`.

export {};

const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"] as const;
/** What to do, by the button or the event that asked for it. */
const kept = new Map<HTMLElement | Event, () => void>();
const root = document.documentElement;
let isAwake = false;

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });
addEventListener("click", answerClick, { capture: true });
addEventListener("keydown", keepTabKey, { capture: true });
addEventListener("submit", keepSubmit, { capture: true });
// `app/root.tsx` says so when its first effect runs.
addEventListener("hydrated", takeOver, { once: true });

const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const place = location.hash.slice(1);
// Who opens a page at an entry behind a tab has already said what to turn to.
if (document.getElementById(place)?.matches("[role=tabpanel]")) wake();
// Once the first screen is drawn in its faces: whatever is asked for before that, a browser takes
// for something that the screen waits for. Who comes back, or to a place, is put there at once.
else if (place || visit?.type === "reload" || visit?.type === "back_forward") whenRead(runApart);
else {
  document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(whenRead, 0, runApart)));
  // A face may never come.
  setTimeout(whenRead, 3000, runApart);
}

/** The scripts that wait stand below this one. */
function whenRead(act: () => void) {
  if (document.readyState !== "loading") act();
  else addEventListener("DOMContentLoaded", act, { once: true });
}

/** What the first screen can do without (see server/deferred-scripts.ts). */
function runApart() {
  const script = runFileOf("apart");
  script?.addEventListener("load", answerKept);
  script?.addEventListener("error", showBelow);
}

function wake() {
  if (isAwake) return;
  isAwake = true;
  root.dataset.awake = "";
  dispatchEvent(new Event("awake"));
  for (const sign of signs) removeEventListener(sign, wake, { capture: true });
  // Who is quicker than the page waits for its end.
  whenRead(letGo);
}

function letGo() {
  runApart();
  runFileOf("held")?.addEventListener("error", offerAnotherWay);
}

/** Once; undefined if it has begun before, or the page has none. */
function runFileOf(kind: "apart" | "held"): HTMLScriptElement | undefined {
  const place = document.querySelector<HTMLScriptElement>(`script[type=${kind}][data-file]`);
  if (!place?.dataset.file || place.dataset.begun !== undefined) return;
  place.dataset.begun = "";
  const script = document.createElement("script");
  script.type = "module";
  script.src = place.dataset.file;
  document.head.append(script);
  return script;
}

/** Links and other things that work by themselves do so; only a page's own buttons wait. */
function answerClick(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  // A link in a menu may lead to a place on this very page.
  const link = event.target.closest("a");
  link?.closest("dialog")?.close();
  if (link?.hash) root.dataset.drawn = "";
  const button = event.target.closest<HTMLElement>("button:not([type=submit]), [role=tab]");
  if (!button || button.hasAttribute("data-now")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Once, and where it was pressed last: who saw nothing happen presses again.
  kept.delete(button);
  if (!isAnswered(button)) kept.set(button, () => button.click());
  wake();
}

function isAnswered(button: HTMLElement): boolean {
  return !button.dispatchEvent(new Event("pressedearly", { bubbles: true, cancelable: true }));
}

function answerKept() {
  for (const button of kept.keys()) {
    if (button instanceof HTMLElement && isAnswered(button)) kept.delete(button);
  }
}

/** The keys that turn tabs: repeated on the tab that has focus by then. */
function keepTabKey(event: KeyboardEvent) {
  const { key, target } = event;
  if (!(target instanceof Element) || !target.matches("[role=tab]")) return;
  if (!/^(Arrow|Home|End)/.test(key)) return;
  event.preventDefault();
  kept.set(event, () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })),
  );
}

function keepSubmit(event: SubmitEvent) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A second press of the same button is the same wish.
  if (submitter?.ariaBusy === "true") return;
  if (submitter) submitter.ariaBusy = "true";
  kept.set(event, () => {
    if (submitter) submitter.ariaBusy = null;
    form.requestSubmit(submitter);
  });
  wake();
}

function takeOver() {
  removeEventListener("click", answerClick, { capture: true });
  removeEventListener("keydown", keepTabKey, { capture: true });
  removeEventListener("submit", keepSubmit, { capture: true });
  for (const act of kept.values()) act();
}

/** Better late and all at once than not at all; the next touch asks for the file again. */
function showBelow() {
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (rest) rest.media = "all";
  root.dataset.styled = "";
  delete document.querySelector<HTMLScriptElement>("script[type=apart]")?.dataset.begun;
}

/** The scripts did not come: see ui/needs-script.tsx. */
function offerAnotherWay() {
  root.dataset.script = "failed";
}
