// For pages that are complete without JavaScript: loads the framework after the first paint, so
// that it competes with nothing before that. Clicks in the meantime are replayed after hydration.

/** A background tab renders no frames, but must still receive new leads. */
const longestWaitMs = 1000;
const queued: HTMLElement[] = [];
let isLoading = false;

if (document.querySelector("script[type=held-module]")) {
  addEventListener("click", queueClick, { capture: true });
  // `app/root.tsx` dispatches this event from its first effect.
  addEventListener("hydrated", replay, { once: true });
  if (document.hidden) loadFramework();
  // A task queued in a frame runs after that frame's paint.
  else requestAnimationFrame(() => setTimeout(loadFramework));
  setTimeout(loadFramework, longestWaitMs);
}

function loadFramework() {
  if (isLoading) return;
  isLoading = true;
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=held]")) {
    link.rel = "modulepreload";
  }
  for (const held of document.querySelectorAll<HTMLScriptElement>("script[type=held-module]")) {
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = held.nonce;
    script.textContent = held.textContent;
    document.head.append(script);
  }
}

function queueClick(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("button, [role=tab]");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!queued.includes(button)) queued.push(button);
}

function replay() {
  removeEventListener("click", queueClick, { capture: true });
  for (const button of queued) button.click();
}
