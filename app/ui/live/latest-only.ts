// Requests that overlap: their answers may arrive out of order, and only the latest one counts.

/**
 * Returns a function to call at the beginning of each request. What that returns tells whether a
 * later request has begun since.
 */
export function latestOnly(): () => () => boolean {
  let last = 0;
  return () => {
    last += 1;
    const own = last;
    return () => own !== last;
  };
}
