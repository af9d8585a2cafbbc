// Loads parts of a screen as separate modules, so that the first row doesn't wait for them. If the
// connection is lost, they are only delayed.
import { type ComponentType, useEffect, useState } from "react";

const retryMs = 5000;

/**
 * Loads a component later. Returns null until it is loaded. `load` must be the same function in
 * each render.
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
