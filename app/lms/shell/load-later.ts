// Parts of a screen in separate modules, so that the first row never waits for them; a lost
// connection delays them.
import { type ComponentType, useEffect, useState } from "react";

const retryMs = 5000;

/**
 * Loads something later. `load` is the same function at each render. Returns null if not loaded
 * yet.
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
