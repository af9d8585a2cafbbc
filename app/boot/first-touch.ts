// Public pages carry no framework until somebody touches them. The first sign of a person lets the
// held scripts go; what was clicked or sent meanwhile is kept and done when React has taken over.
// What needs no framework (a menu, the colour scheme) is done at once.
import { openDrawer } from "./drawer.ts";
import { switchTheme } from "./theme.ts";

const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"] as const;
const kept: (() => void)[] = [];
let isAwake = false;

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });
addEventListener("click", answerClick, { capture: true });
addEventListener("keydown", keepTabKey, { capture: true });
addEventListener("submit", keepSubmit, { capture: true });
// `app/root.tsx` says so when its first effect runs.
addEventListener("hydrated", takeOver, { once: true });
// Who opens a page at an entry behind a tab has already said what to turn to.
if (document.getElementById(location.hash.slice(1))?.matches("[role=tabpanel]")) wake();

dress();

/**
 * What stands below the first screen has styles of its own, and is laid out when somebody comes near
 * (see server/inline-styles.ts), or is about to: then a jump or a scroll ends where it should.
 */
function dress() {
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (!rest) return;
  const apply = () => {
    // Another link to the same file: whether a changed `media` counts at once depends on the browser.
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = rest.href;
    // In a frame of its own: no slow phone stands still for both.
    sheet.onload = sheet.onerror = () => afterNextFrame(showBelow);
    document.head.append(sheet);
  };
  if (rest.sheet) apply();
  else rest.onload = rest.onerror = apply;
}

function showBelow() {
  const { dataset } = document.documentElement;
  const place = document.getElementById(location.hash.slice(1));
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isBack = visit?.type === "reload" || visit?.type === "back_forward";
  dataset.dressed = "";
  if (!place && !isBack) return;
  drawBelow();
  // All of it has its height by then.
  afterNextFrame(() => {
    const top = isBack ? keptTop() : undefined;
    if (top !== undefined) scrollTo({ top, behavior: "instant" });
    // The opening has a time of its own for the jump.
    else if (dataset.splash === undefined) place?.scrollIntoView({ behavior: "instant" });
  });
}

/** Where this visit to the page was left, as React Router keeps it. */
function keptTop(): number | undefined {
  try {
    const tops = JSON.parse(sessionStorage.getItem("react-router-scroll-positions") ?? "{}");
    return tops[history.state?.key];
  } catch {
    return undefined;
  }
}

function drawBelow() {
  document.documentElement.dataset.drawn = "";
}

/** One part in each frame, so that no slow phone stands still for all of them. */
function drawPartByPart() {
  const next = document.querySelector<HTMLElement>("[data-below]:not([data-drawn])");
  if (!next || document.documentElement.dataset.drawn !== undefined) return drawBelow();
  next.dataset.drawn = "";
  afterNextFrame(drawPartByPart);
}

/** Frames are laid out after their callbacks. */
function afterNextFrame(act: () => void) {
  requestAnimationFrame(() => setTimeout(act));
}

function wake() {
  if (isAwake) return;
  isAwake = true;
  drawPartByPart();
  for (const sign of signs) removeEventListener(sign, wake, { capture: true });
  // The held scripts stand below this one: who is quicker than the page waits for its end.
  if (document.readyState !== "loading") letGo();
  else addEventListener("DOMContentLoaded", letGo, { once: true });
}

function letGo() {
  // Each module's own imports are named ahead, so that they are fetched together.
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=held]")) {
    link.rel = "modulepreload";
  }
  // Sheets that no part of the page as it was made needs (see server/inline-styles.ts).
  for (const sheet of document.querySelectorAll<HTMLLinkElement>("link[data-later]")) {
    sheet.disabled = false;
  }
  const held = document.querySelector<HTMLScriptElement>("script[data-file]");
  if (!held?.dataset.file) return;
  const script = document.createElement("script");
  script.type = "module";
  script.src = held.dataset.file;
  script.onerror = offerAnotherWay;
  document.head.append(script);
}

/** Links and other things that work by themselves do so; only a page's own buttons wait. */
function answerClick(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  // A link in a menu may lead to a place on this very page.
  const link = event.target.closest("a");
  link?.closest("dialog")?.close();
  if (link?.hash) drawBelow();
  const button = event.target.closest<HTMLElement>("button:not([type=submit]), [role=tab]");
  if (!button || button.hasAttribute("data-now")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { opens, switchesTheme } = button.dataset;
  if (opens) openDrawer(opens);
  else if (switchesTheme !== undefined) switchTheme();
  else kept.push(() => button.click());
  wake();
}

/** The keys that turn tabs: repeated on the tab that has focus by then. */
function keepTabKey(event: KeyboardEvent) {
  const { key, target } = event;
  if (!(target instanceof Element) || !target.matches("[role=tab]")) return;
  if (!/^(Arrow|Home|End)/.test(key)) return;
  event.preventDefault();
  kept.push(() =>
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
  kept.push(() => {
    if (submitter) submitter.ariaBusy = null;
    form.requestSubmit(submitter);
  });
  wake();
}

function takeOver() {
  removeEventListener("click", answerClick, { capture: true });
  removeEventListener("keydown", keepTabKey, { capture: true });
  removeEventListener("submit", keepSubmit, { capture: true });
  for (const action of kept) action();
}

/** The scripts did not come: see ui/needs-script.tsx. */
function offerAnotherWay() {
  document.documentElement.dataset.script = "failed";
}
