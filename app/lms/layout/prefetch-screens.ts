// The desk's other screens are fetched once the first one stands: a link that is pressed without a
// line opens its screen, which says what it lacks. Unfetched, React Router reloads the page, and the
// desk gives way to the browser's own word that there is no line.
import { useEffect } from "react";

/** After what the screen itself needs. */
const afterMs = 2000;

export function usePrefetchedScreens() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const file of filesOfDesk()) {
        // Into the browser's cache, where they stay for good; not preloaded as modules: one that
        // failed to come would be missing until the page is left.
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

/** Of the screens that this page has links to, as React Router lists them. */
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
