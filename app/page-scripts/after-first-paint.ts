// Public pages before hydration, after the first paint: applies the below-the-fold styles, lays out
// each section before it is scrolled into view, and handles the menu and theme buttons.
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
 * `queueClick` in `app/page-scripts/hydrate-on-interaction.ts` queues the clicks that are not
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

/** The link to the other language opens the same place, with the same query. */
function keepPlace({ target }: Event) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-language]");
  if (!link) return;
  link.search = location.search;
  link.hash = location.hash;
}

/**
 * Loads the styles of the content below the fold, which is laid out on approach (see
 * server/pages/at-build/inline-styles.ts), or now, so that a jump or a scroll ends at the right position.
 */
function styleBelow() {
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (!rest) return;
  // A second link to the same file, because browsers differ in whether a changed `media` applies
  // immediately.
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = rest.href;
  // In a separate frame, so that a slow phone does not block on both.
  sheet.onload = sheet.onerror = () => afterNextFrame(showBelow);
  document.head.append(sheet);
}

function showBelow() {
  const place = document.getElementById(location.hash.slice(1));
  dataset.styled = "";
  if (!place && !isBack) return;
  drawBelow();
  // By the next frame all sections have their height.
  afterNextFrame(() => {
    const top = isBack ? savedScrollTop() : undefined;
    if (top !== undefined) scrollTo({ top, behavior: "instant" });
    // While the splash shows, it times the jump itself.
    else if (dataset.splash !== "on" && dataset.stays === undefined)
      place?.scrollIntoView({ behavior: "instant" });
  });
}

/** The saved scroll position of this history entry, in React Router's storage format. */
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

/** Draws one section per frame, so that a slow phone doesn't block on all of them. */
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
