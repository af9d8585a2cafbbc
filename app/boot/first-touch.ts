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

/** What stands below the first screen waits for the rest of its styles (see server/inline-styles.ts). */
function dress() {
  const all = document.querySelector<HTMLLinkElement>("link[data-all]");
  if (!all) return;
  const finish = () => {
    all.media = "all";
    document.documentElement.dataset.dressed = "";
    if (document.readyState === "complete") drawBelow();
    else addEventListener("load", drawBelow, { once: true });
  };
  if (all.sheet) finish();
  else all.onload = all.onerror = finish;
}

/** One part in each frame, so that no slow phone stands still for all of them. */
function drawBelow() {
  const next = document.querySelector<HTMLElement>('[data-below=""]');
  if (next) {
    next.dataset.below = "drawn";
    requestAnimationFrame(() => setTimeout(drawBelow));
  } else document.documentElement.dataset.drawn = "";
}

function wake() {
  if (isAwake) return;
  isAwake = true;
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
  if (event.target.closest("a")) event.target.closest("dialog")?.close();
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
