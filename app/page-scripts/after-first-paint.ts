// Handles public pages between the first paint and hydration: applies the below-the-fold styles,
// lays out each section before it is scrolled into view, and makes the menu and theme buttons work.
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
 * `queueClick` in `app/page-scripts/hydrate-on-interaction.ts` queues the clicks that aren't
 * handled here.
 */
function handleClick(event: Event) {
  if (!(event.target instanceof HTMLElement)) return;
  const { opens, switchesTheme } = event.target.dataset;
  if (opens) openDrawer(opens);
  else if (switchesTheme !== undefined) switchTheme();
  else return;
  event.preventDefault();
}

/** Makes the link to the other language open the same place on the page with the same query. */
function keepPlace({ target }: Event) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-language]");
  if (!link) return;
  link.search = location.search;
  link.hash = location.hash;
}

/**
 * Loads the styles for the content below the fold. That content is laid out as it is approached
 * (see server/pages/at-build/inline-styles.ts), or now if a jump or a scroll must end at the right
 * position.
 */
function styleBelow() {
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (!rest) return;
  // Adds a second link to the same file, because browsers differ in whether a changed `media`
  // applies immediately.
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = rest.href;
  // In a separate frame, so a slow phone doesn't block on both.
  sheet.onload = sheet.onerror = () => afterNextFrame(showBelow);
  document.head.append(sheet);
}

function showBelow() {
  const place = document.getElementById(location.hash.slice(1));
  dataset.styled = "";
  if (!place && !isBack) return;
  drawBelow();
  // In the next frame, all sections have their height.
  afterNextFrame(() => {
    const top = isBack ? savedScrollTop() : undefined;
    if (top !== undefined) scrollTo({ top, behavior: "instant" });
    // While the splash is shown, it does this jump itself.
    else if (dataset.splash !== "on" && dataset.stays === undefined)
      place?.scrollIntoView({ behavior: "instant" });
  });
}

/** Returns the saved scroll position of this history entry, in React Router's storage format. */
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

/** Draws one section per frame, so a slow phone doesn't block on all of them at once. */
function drawPartByPart() {
  const next = document.querySelector<HTMLElement>("[data-below]:not([data-drawn])");
  if (!next || dataset.drawn !== undefined) return drawBelow();
  next.dataset.drawn = "";
  afterNextFrame(drawPartByPart);
}

/** Runs after the next frame's layout, which follows the animation frame callbacks. */
function afterNextFrame(act: () => void) {
  requestAnimationFrame(() => setTimeout(act));
}
