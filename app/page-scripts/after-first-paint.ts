// Runs on public pages between the first paint and hydration. Loads the styles for what is below
// the fold, lays out each section before it is scrolled into view, and makes the menu and theme
// buttons work.
import { openDrawer } from "./open-drawer.ts";
import { switchTheme } from "./theme.ts";

const { dataset } = document.documentElement;
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const isBack = visit?.type === "reload" || visit?.type === "back_forward";

addEventListener("click-before-hydration", handleClick);
addEventListener("click", keepPlace, { capture: true });
styleBelow();
if (dataset.awake !== undefined) drawPartByPart();
else addEventListener("awake", drawPartByPart, { once: true });

/**
 * Handles clicks on the menu and theme buttons. `queueClick` in
 * `app/page-scripts/hydrate-on-interaction.ts` queues the other clicks.
 */
function handleClick(event: Event) {
  if (!(event.target instanceof HTMLElement)) return;
  const { opens, switchesTheme } = event.target.dataset;
  if (opens) openDrawer(opens);
  else if (switchesTheme !== undefined) switchTheme();
  else return;
  event.preventDefault();
}

/** Gives the link to the other language this page's query and place. */
function keepPlace({ target }: Event) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-language]");
  if (!link) return;
  link.search = location.search;
  link.hash = location.hash;
}

/**
 * Loads the styles for what is below the fold. The sections there are laid out when they come near
 * (see server/pages/at-build/inline-styles.ts), or now if a jump or a scroll must end at the right
 * position.
 */
function styleBelow() {
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (!rest) return;
  // Adds another link to the same file, because only some browsers apply a changed `media`
  // immediately.
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = rest.href;
  // The sections are shown in a separate frame, so that a slow phone doesn't have to do both in
  // one.
  sheet.onload = sheet.onerror = () => afterNextFrame(showBelow);
  document.head.append(sheet);
}

function showBelow() {
  const place = document.getElementById(location.hash.slice(1));
  dataset.styled = "";
  if (!place && !isBack) return;
  drawBelow();
  // All sections have their height in the next frame.
  afterNextFrame(() => {
    const top = isBack ? savedScrollTop() : undefined;
    if (top !== undefined) scrollTo({ top, behavior: "instant" });
    // During the splash, the splash's script does this jump.
    else if (dataset.splash !== "on" && dataset.stays === undefined)
      place?.scrollIntoView({ behavior: "instant" });
  });
}

/** Returns this history entry's scroll position, as React Router has stored it. */
function savedScrollTop(): number | undefined {
  try {
    const tops = JSON.parse(sessionStorage.getItem("react-router-scroll-positions") ?? "{}");
    return tops[history.state?.key];
  } catch {
    return undefined;
  }
}

function drawBelow() {
  dataset.drawn = "";
}

/**
 * Lays out one section per frame, so that a slow phone doesn't have to lay out all of them at once.
 */
function drawPartByPart() {
  const next = document.querySelector<HTMLElement>("[data-below]:not([data-drawn])");
  if (!next || dataset.drawn !== undefined) return drawBelow();
  next.dataset.drawn = "";
  afterNextFrame(drawPartByPart);
}

/** Calls `act` after the next frame's layout, which comes after the animation frame callbacks. */
function afterNextFrame(act: () => void) {
  requestAnimationFrame(() => setTimeout(act));
}
