// The splash of the two home pages, as an inline script in the splash's markup (`ui/splash.tsx`).
// It runs before the page below is rendered, decides whether to show the splash, and ends it.
export {};

// The same time as `--splash-exit-time` in tokens.css.
const exitMs = 400;
/** The time between the end of the splash and the scroll to the URL's hash. */
const scrollAfterMs = 500;
/**
 * A longer time means that the placeholder wasn't replaced, as in development, where it is close to
 * a day. Then there is no splash.
 */
const longestMs = 60_000;

const root = document.documentElement;
const splash = document.currentScript?.parentElement;
const scrollKeys = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/;
/** Aborted once the splash no longer covers the page. */
const covered = new AbortController();
/** Aborted once the page may scroll to the URL's hash. */
const held = new AbortController();
let endTimer = 0;
let scrollTimer = 0;

if (splash) {
  const ms = Number(splash.dataset.ms);
  if (ms > 0 && ms <= longestMs && shouldShow()) show(splash, ms);
}

/**
 * Returns whether to show the splash. There is none with `prefers-reduced-motion` or after
 * navigation within the site.
 */
function shouldShow(): boolean {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  if (document.referrer.startsWith(`${location.origin}/`)) return false;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type !== "back_forward";
}

function show(splash: HTMLElement, ms: number) {
  splash.style.setProperty("--splash-time", `${ms}ms`);
  splash.querySelector("[data-until]")?.setAttribute("data-until", `${ms / 1000} s`);
  root.dataset.splash = "on";
  // Both timers count from the start of the navigation.
  endTimer = window.setTimeout(end, Math.max(0, ms - performance.now()));
  scrollTimer = window.setTimeout(
    scrollToHash,
    Math.max(0, ms + scrollAfterMs - performance.now()),
  );
  splash.addEventListener("click", skip);
  addEventListener("keydown", skipOnEscape, covered);
  // Moving the focus past the splash with the Tab key skips it.
  addEventListener("focusin", skipOnFocusBehind, covered);
  addEventListener("scroll", stayAtTop, held);
  addEventListener("wheel", letScroll, held);
  addEventListener("touchmove", letScroll, held);
  addEventListener("keydown", letScrollByKey, held);
  addEventListener("pointerdown", letScrollByBar, held);
}

function skip() {
  end();
  scrollToHash();
}

function skipOnEscape(event: KeyboardEvent) {
  if (event.key === "Escape") skip();
}

function skipOnFocusBehind(event: FocusEvent) {
  if (event.target instanceof Node && !splash?.contains(event.target)) letScroll();
}

/** Called when the visitor scrolls. Ends the splash and cancels the scroll to the hash. */
function letScroll() {
  root.dataset.stays = "";
  end();
}

function letScrollByKey(event: KeyboardEvent) {
  const isOnButton = event.key === " " && splash?.contains(event.target as Node);
  if (scrollKeys.test(event.key) && !isOnButton) letScroll();
}

/**
 * Handles a click on the page's scroll bar, which browsers report as a click on the root element.
 */
function letScrollByBar(event: PointerEvent) {
  if (event.target === root) letScroll();
}

/**
 * Undoes the browser's own scroll to the hash, so that the page stays at its top until the splash
 * ends.
 */
function stayAtTop() {
  if (root.dataset.stays === undefined && hashTarget() && scrollY > 0)
    scrollTo({ top: 0, behavior: "instant" });
}

function end() {
  clearTimeout(endTimer);
  covered.abort();
  if (root.dataset.splash !== "on") return;
  root.dataset.splash = "leaving";
  window.setTimeout(() => delete root.dataset.splash, exitMs);
}

function scrollToHash() {
  clearTimeout(scrollTimer);
  if (held.signal.aborted) return;
  held.abort();
  if (root.dataset.stays !== undefined) return;
  // All sections are laid out first, because those above the target may have a different height
  // than reserved.
  root.dataset.drawn = "";
  hashTarget()?.scrollIntoView();
}

/** Returns the element that the URL's hash names. */
function hashTarget(): HTMLElement | null {
  return document.getElementById(location.hash.slice(1));
}
