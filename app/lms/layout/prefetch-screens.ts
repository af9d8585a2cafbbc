// Prefetches the code of the desk's other screens, so they open or show an error even offline.
// Otherwise React Router would reload the page after a failed import, and the browser's offline
// page would replace the desk.
import { useEffect } from "react";

/** Waits this long, so that the current screen's own requests come first. */
const afterMs = 2000;

export function usePrefetchedScreens() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const file of filesOfDesk()) {
        // A plain fetch puts the file into the HTTP cache. `modulepreload` isn't used, because
        // browsers remember a failed one until the page is reloaded.
        fetch(file, { priority: "low" }).catch(() => undefined);
      }
    }, afterMs);
    return () => clearTimeout(timer);
  }, []);
}

type RouteFiles = {
  module: string;
  clientLoaderModule?: string;
  imports?: string[];
  css?: string[];
};

/**
 * Returns the module files of all screens that this page links to, from React Router's manifest.
 */
function filesOfDesk(): Set<string> {
  const { routes = {} } =
    (window as { __reactRouterManifest?: { routes?: Record<string, RouteFiles> } })
      .__reactRouterManifest ?? {};
  const files = Object.entries(routes)
    .filter(([id]) => id.startsWith("lms/"))
    .flatMap(([, { module, clientLoaderModule, imports = [], css = [] }]) => [
      module,
      ...(clientLoaderModule ? [clientLoaderModule] : []),
      ...imports,
      ...css,
    ]);
  return new Set(files);
}
