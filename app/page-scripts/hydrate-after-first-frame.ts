// The framework of a page that comes whole is asked for once its first frame is drawn: who waits is
// read at once, and nothing takes the processor or the line before that. Buttons that are pressed
// meanwhile are pressed again when React has taken over.

/** A tab in the background draws no frame, and must still hear of leads. */
const longestWaitMs = 1000;
const kept: HTMLElement[] = [];
let isLetGo = false;

if (document.querySelector("script[type=held-module]")) {
  addEventListener("click", keepClick, { capture: true });
  // `app/root.tsx` says so when its first effect runs.
  addEventListener("hydrated", takeOver, { once: true });
  if (document.hidden) letGo();
  // The task after the frame, not the frame's own, comes after its paint.
  else requestAnimationFrame(() => setTimeout(letGo));
  setTimeout(letGo, longestWaitMs);
}

function letGo() {
  if (isLetGo) return;
  isLetGo = true;
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

function keepClick(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("button, [role=tab]");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!kept.includes(button)) kept.push(button);
}

function takeOver() {
  removeEventListener("click", keepClick, { capture: true });
  for (const button of kept) button.click();
}
