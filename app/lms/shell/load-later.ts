// Loads parts of a screen as separate modules, so that the first row doesn't wait for them. A lost
// connection only delays them.
import { type ComponentType, useEffect, useState } from "react";

const retryMs = 5000;

/**
 * Loads a module later. `load` must be the same function in each render. Returns null if it isn't
 * loaded yet.
 */
export function useLater<Props>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | null {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tryIt = () =>
      load().then(
        (Component) => setLoaded(() => Component),
        () => {
          timer = setTimeout(tryIt, retryMs);
        },
      );
    void tryIt();
    return () => clearTimeout(timer);
  }, [load]);
  return Loaded;
}
