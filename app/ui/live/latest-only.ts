// For overlapping requests: their responses may arrive out of order, and only the latest request
// counts.

/**
 * Returns a function to call at the start of each request. It returns another function, which tells
 * whether a later request has started since.
 */
export function latestOnly(): () => () => boolean {
  let last = 0;
  return () => {
    last += 1;
    const own = last;
    return () => own !== last;
  };
}
