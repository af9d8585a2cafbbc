// The opening of the two front pages. Runs where its markup stands (`ui/splash.tsx`), before the
// page below it is drawn: decides whether it shows, and ends it. The page behind is there all along.
export {};

// Kept in step with `--curtain-time` in tokens.css.
const curtainMs = 400;
/** A page opened at one of its places is there half a second after the opening. */
const jumpAfterMs = 500;
/** In development nobody fills the page's placeholder in, which is close to a day: no opening. */
const longestMs = 60_000;

const root = document.documentElement;
const splash = document.currentScript?.parentElement;
const signs = ["keydown", "pointerdown", "wheel", "touchmove"] as const;
let isTouched = false;
let timer = 0;

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
  timer = window.setTimeout(() => {
    end();
    window.setTimeout(jump, jumpAfterMs);
  }, ms);
  for (const sign of signs) addEventListener(sign, touch, { passive: true });
  splash.addEventListener("click", end);
  addEventListener("keydown", endOnEscape);
  addEventListener("wheel", end, { passive: true });
  addEventListener("touchmove", end, { passive: true });
  // Who tabs past the opening wants the page behind it.
  addEventListener("focusin", endOnFocusBehind);
}

function touch() {
  isTouched = true;
}

function endOnEscape(event: KeyboardEvent) {
  if (event.key === "Escape") end();
}

function endOnFocusBehind(event: FocusEvent) {
  if (event.target instanceof Node && !splash?.contains(event.target)) end();
}

function end() {
  clearTimeout(timer);
  removeEventListener("keydown", endOnEscape);
  removeEventListener("wheel", end);
  removeEventListener("touchmove", end);
  removeEventListener("focusin", endOnFocusBehind);
  root.dataset.splash = "leaving";
  window.setTimeout(() => delete root.dataset.splash, curtainMs);
}

/** The browser went there on opening; this only makes sure, for who has not moved since. */
function jump() {
  if (!isTouched) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
