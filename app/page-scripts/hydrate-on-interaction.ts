// Hydration on interaction: public pages load the framework on the visitor's first input. Clicks
// and submissions before that are repeated after hydration. `app/page-scripts/after-first-paint.ts`
// handles what doesn't need the framework.

export {};

const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"] as const;
/** The fields that were typed in, whose forms may format or check what they contain. */
const typedIn = new Set<EventTarget>();
/** The actions to repeat, by their button or event. */
const queued = new Map<HTMLElement | Event, () => void>();
const root = document.documentElement;
let isAwake = false;
/** How often the script with what isn't needed above the fold couldn't be loaded. */
let failures = 0;

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });
addEventListener("click", queueClick, true);
addEventListener("keydown", queueTabKey, true);
addEventListener("submit", queueSubmit, true);
addEventListener("input", noteInput, true);
// `app/root.tsx` dispatches this event in its first effect.
addEventListener("hydrated", replay, { once: true });

const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const place = location.hash.slice(1);
const isBehindTab = document.getElementById(place)?.matches("[role=tabpanel]");
// Only the framework can show the target of a hash behind a tab, or a time that was picked on
// another page.
if (isBehindTab || location.search.includes("slot=")) wake();
// Otherwise waits for the fonts above the fold, because browsers count earlier requests toward the
// first paint. A reload or a hash doesn't wait, because a scroll position must be restored.
else if (place || visit?.type === "reload" || visit?.type === "back_forward") whenParsed(runApart);
else {
  document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(whenParsed, 0, runApart)));
  // A timer too, because a font may fail to load.
  setTimeout(whenParsed, 3000, runApart);
}

/**
 * Runs `act` once the document is parsed, because the deferred scripts come after this one in it.
 */
function whenParsed(act: () => void) {
  if (document.readyState !== "loading") act();
  else addEventListener("DOMContentLoaded", act, { once: true });
}

/**
 * Loads the script with what isn't needed above the fold (see
 * server/pages/at-build/deferred-scripts.ts).
 */
function runApart() {
  const script = runFileOf("apart");
  script?.addEventListener("load", handleQueued);
  script?.addEventListener("error", showBelow);
}

function wake() {
  if (isAwake) return;
  isAwake = true;
  root.dataset.awake = "";
  dispatchEvent(new Event("awake"));
  for (const sign of signs) removeEventListener(sign, wake, true);
  // If the first input comes during parsing, the framework is loaded once the document is complete.
  whenParsed(loadFramework);
}

function loadFramework() {
  runApart();
  runFileOf("held")?.addEventListener("error", showFallback);
}

/** Runs a file once. Returns undefined if the file has run already or the page doesn't have it. */
function runFileOf(kind: "apart" | "held"): HTMLScriptElement | undefined {
  const place = document.querySelector<HTMLScriptElement>(`script[type=${kind}][data-file]`);
  if (!place?.dataset.file || place.dataset.begun !== undefined) return;
  place.dataset.begun = "";
  const script = document.createElement("script");
  script.type = "module";
  // Browsers don't fetch a module again whose URL has failed in this document.
  script.src = place.dataset.file + (failures > 0 ? `?${failures}` : "");
  document.head.append(script);
  return script;
}

/** Queues clicks on the page's own buttons. Links and native controls don't need the framework. */
function queueClick(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  // The menu closes, because a link in it may lead to a place on the same page.
  const link = event.target.closest("a");
  link?.closest("dialog")?.close();
  if (link?.hash) root.dataset.drawn = "";
  const button = event.target.closest<HTMLElement>("button:not([type=submit]), [role=tab]");
  if (!button || button.hasAttribute("data-now")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Several clicks on one button count as one, at the time of the last click.
  queued.delete(button);
  if (!isHandled(button)) queued.set(button, () => button.click());
  wake();
}

function isHandled(button: HTMLElement): boolean {
  return !button.dispatchEvent(
    new Event("click-before-hydration", { bubbles: true, cancelable: true }),
  );
}

function handleQueued() {
  for (const button of queued.keys()) {
    if (button instanceof HTMLElement && isHandled(button)) queued.delete(button);
  }
}

/** Queues arrow keys in a tab list, and repeats them on the tab that has the focus. */
function queueTabKey(event: KeyboardEvent) {
  const { key, target } = event;
  if (!(target instanceof Element) || !target.matches("[role=tab]")) return;
  if (!/^(Arrow|Home|End)/.test(key)) return;
  event.preventDefault();
  // React already listens before hydration has ended, so without this the key would count twice.
  event.stopImmediatePropagation();
  queued.set(event, () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })),
  );
}

function queueSubmit(event: SubmitEvent) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A second click on the same button belongs to the same submission.
  if (submitter?.ariaBusy === "true") return;
  if (submitter) submitter.ariaBusy = "true";
  queued.set(event, () => {
    if (submitter) submitter.ariaBusy = null;
    form.requestSubmit(submitter);
  });
  wake();
}

function noteInput({ target }: Event) {
  if (target) typedIn.add(target);
}

function replay() {
  removeEventListener("input", noteInput, true);
  for (const field of typedIn) field.dispatchEvent(new Event("input", { bubbles: true }));
  removeEventListener("click", queueClick, true);
  removeEventListener("keydown", queueTabKey, true);
  removeEventListener("submit", queueSubmit, true);
  for (const act of queued.values()) act();
}

/** If the file couldn't be loaded, applies all styles now. The next input loads the file again. */
function showBelow() {
  failures += 1;
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (rest) rest.media = "all";
  root.dataset.styled = "";
  delete document.querySelector<HTMLScriptElement>("script[type=apart]")?.dataset.begun;
  for (const sign of signs) addEventListener(sign, runApart, { capture: true, once: true });
}

/** Shows what pages offer if the framework couldn't be loaded. See ui/needs-script.tsx. */
function showFallback() {
  root.dataset.script = "failed";
}
