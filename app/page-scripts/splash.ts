// The splash of the two home pages, as an inline script in its markup (`ui/splash.tsx`). It runs
// before the page below is rendered, decides whether to show the splash, and ends it.
export {};

// Must match `--splash-exit-time` in tokens.css.
const exitMs = 400;
/** Delay between the splash's end and the scroll to the URL's hash. */
const scrollAfterMs = 500;
/**
 * In development, the placeholder isn't replaced. Its value is close to a day, so there is no
 * splash.
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

/** Returns false with `prefers-reduced-motion`, and after navigation within the site. */
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
  // Tabbing past the splash skips it.
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

/** Scrolling ends the splash and cancels the scroll to the hash. */
function letScroll() {
  root.dataset.stays = "";
  end();
}

function letScrollByKey(event: KeyboardEvent) {
  const isOnButton = event.key === " " && splash?.contains(event.target as Node);
  if (scrollKeys.test(event.key) && !isOnButton) letScroll();
}

/** Browsers report a click on the page's scroll bar as a click on the root element. */
function letScrollByBar(event: PointerEvent) {
  if (event.target === root) letScroll();
}

/**
 * Undoes the browser's own scroll to the hash, so the page stays at the top until the splash ends.
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
  // Lays out all sections first, because those above the target may differ from their reserved
  // height.
  root.dataset.drawn = "";
  hashTarget()?.scrollIntoView();
}

/** Returns the target of the URL's hash. */
function hashTarget(): HTMLElement | null {
  return document.getElementById(location.hash.slice(1));
}
