// The opening of the two front pages. Runs where its markup stands (`ui/splash.tsx`), before the
// page below it is drawn: decides whether it shows, and ends it. The page behind is there all along.
export {};

// Kept in step with `--splash-exit-time` in tokens.css.
const exitMs = 400;
/** A page opened at one of its places goes there this long after the opening's end. */
const jumpAfterMs = 500;
/** In development nobody fills the page's placeholder in, which is close to a day: no opening. */
const longestMs = 60_000;

const root = document.documentElement;
const splash = document.currentScript?.parentElement;
const scrollKeys = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/;
let endTimer = 0;
let jumpTimer = 0;
let hasJumped = false;

if (splash) {
  const ms = Number(splash.dataset.ms);
  if (ms > 0 && ms <= longestMs && isFirstSight()) show(splash, ms);
}

/** Not for those who want stillness, nor for those who come from another page of ours. */
function isFirstSight(): boolean {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  if (document.referrer.startsWith(`${location.origin}/`)) return false;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type !== "back_forward";
}

function show(splash: HTMLElement, ms: number) {
  splash.style.setProperty("--splash-time", `${ms}ms`);
  splash.querySelector("[data-until]")?.setAttribute("data-until", `${ms / 1000} s`);
  root.dataset.splash = "on";
  // Both count from the moment at which the page was asked for.
  endTimer = window.setTimeout(end, Math.max(0, ms - performance.now()));
  jumpTimer = window.setTimeout(jump, Math.max(0, ms + jumpAfterMs - performance.now()));
  splash.addEventListener("click", skip);
  addEventListener("keydown", skipOnEscape);
  // Who tabs past the opening wants the page behind it.
  addEventListener("focusin", skipOnFocusBehind);
  addEventListener("scroll", stayAtTop, { passive: true });
  addEventListener("wheel", letScroll, { passive: true });
  addEventListener("touchmove", letScroll, { passive: true });
  addEventListener("keydown", letScrollByKey);
  addEventListener("pointerdown", letScrollByBar);
}

function skip() {
  end();
  jump();
}

function skipOnEscape(event: KeyboardEvent) {
  if (event.key === "Escape") skip();
}

function skipOnFocusBehind(event: FocusEvent) {
  if (event.target instanceof Node && !splash?.contains(event.target)) letScroll();
}

/** Whoever scrolls is where they want to be, and the opening is over. */
function letScroll() {
  root.dataset.stays = "";
  end();
}

function letScrollByKey(event: KeyboardEvent) {
  const isOnButton = event.key === " " && splash?.contains(event.target as Node);
  if (scrollKeys.test(event.key) && !isOnButton) letScroll();
}

/** Browsers report a press on the page's scroll bar as one on its root. */
function letScrollByBar(event: PointerEvent) {
  if (event.target === root) letScroll();
}

/** The browser goes to the page's place by itself; the page waits at its top for the jump. */
function stayAtTop() {
  if (root.dataset.stays === undefined && !hasJumped && place() && scrollY > 0)
    scrollTo({ top: 0, behavior: "instant" });
}

function end() {
  clearTimeout(endTimer);
  removeEventListener("keydown", skipOnEscape);
  removeEventListener("focusin", skipOnFocusBehind);
  if (root.dataset.splash !== "on") return;
  root.dataset.splash = "leaving";
  window.setTimeout(() => delete root.dataset.splash, exitMs);
}

function jump() {
  clearTimeout(jumpTimer);
  if (hasJumped) return;
  hasJumped = true;
  removeEventListener("scroll", stayAtTop);
  removeEventListener("wheel", letScroll);
  removeEventListener("touchmove", letScroll);
  removeEventListener("keydown", letScrollByKey);
  removeEventListener("pointerdown", letScrollByBar);
  if (root.dataset.stays !== undefined) return;
  // Else what stands above it may yet become longer or shorter than its room.
  root.dataset.drawn = "";
  place()?.scrollIntoView();
}

/** Where the address says to go to. */
function place(): HTMLElement | null {
  return document.getElementById(location.hash.slice(1));
}
