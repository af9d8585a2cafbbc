// Prefetches the code of the desk's other screens after the first one has loaded, so that they open
// offline and can show an error. Without it, React Router reloads the page when an import fails,
// and the browser replaces the desk with its own offline page.
import { useEffect } from "react";

/** Delay, so that the current screen's own requests come first. */
const afterMs = 2000;

export function usePrefetchedScreens() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const file of filesOfDesk()) {
        // Stored in the HTTP cache. Not `modulepreload`: the browser remembers a failed one until
        // the page is reloaded.
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

/** The module files of all screens that this page links to, from React Router's manifest. */
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
