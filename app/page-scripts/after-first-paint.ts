// What a public page does by itself, without the framework, once its first screen is drawn: it
// styles what stands below, draws it when somebody is about to come near, and answers the buttons
// of its menu and its colours before React is there.
import { openDrawer } from "./open-drawer.ts";
import { switchTheme } from "./theme.ts";

const { dataset } = document.documentElement;
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const isBack = visit?.type === "reload" || visit?.type === "back_forward";

addEventListener("pressedearly", answer);
styleBelow();
if (dataset.awake !== undefined) drawPartByPart();
else addEventListener("awake", drawPartByPart, { once: true });

/** See `answerClick` in `app/page-scripts/hydrate-on-interaction.ts`, which keeps for React what nobody answers. */
function answer(event: Event) {
  if (!(event.target instanceof HTMLElement)) return;
  const { opens, switchesTheme } = event.target.dataset;
  if (opens) openDrawer(opens);
  else if (switchesTheme !== undefined) switchTheme();
  else return;
  event.preventDefault();
}

/**
 * What stands below the first screen has styles of its own, and is laid out when somebody comes near
 * (see server/inline-styles.ts), or is about to: then a jump or a scroll ends where it should.
 */
function styleBelow() {
  const rest = document.querySelector<HTMLLinkElement>("link[data-rest]");
  if (!rest) return;
  // Another link to the same file: whether a changed `media` counts at once depends on the browser.
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = rest.href;
  // In a frame of its own: no slow phone stands still for both.
  sheet.onload = sheet.onerror = () => afterNextFrame(showBelow);
  document.head.append(sheet);
}

function showBelow() {
  const place = document.getElementById(location.hash.slice(1));
  dataset.styled = "";
  if (!place && !isBack) return;
  drawBelow();
  // All of it has its height by then.
  afterNextFrame(() => {
    const top = isBack ? keptTop() : undefined;
    if (top !== undefined) scrollTo({ top, behavior: "instant" });
    // While it lasts, the opening has a time of its own for the jump.
    else if (dataset.splash !== "on" && dataset.stays === undefined)
      place?.scrollIntoView({ behavior: "instant" });
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
  dataset.drawn = "";
}

/** One part in each frame, so that no slow phone stands still for all of them. */
function drawPartByPart() {
  const next = document.querySelector<HTMLElement>("[data-below]:not([data-drawn])");
  if (!next || dataset.drawn !== undefined) return drawBelow();
  next.dataset.drawn = "";
  afterNextFrame(drawPartByPart);
}

/** Frames are laid out after their callbacks. */
function afterNextFrame(act: () => void) {
  requestAnimationFrame(() => setTimeout(act));
}
