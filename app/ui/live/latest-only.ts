// For requests that overlap: their responses may arrive in a different order, and only the latest
// request counts.

/**
 * Returns a function to call when a request begins. It returns another function, which tells
 * whether a later request has begun since then.
 */
export function latestOnly(): () => () => boolean {
  let last = 0;
  return () => {
    last += 1;
    const own = last;
    return () => own !== last;
  };
}
