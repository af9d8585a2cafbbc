// For pages that are complete without JavaScript: loads the framework after the first paint, so
// that it doesn't delay the paint. Until then, `replay-input.ts` records the input.

export {};

/**
 * The framework is loaded after this time at the latest, because a background tab renders no frames
 * but must still receive new leads.
 */
const longestWaitMs = 1000;
let isLoading = false;

if (document.querySelector("script[type=held-module]")) {
  if (document.hidden) loadFramework();
  // A task that is queued in a frame runs after that frame was painted.
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
