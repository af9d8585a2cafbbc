// Placeholders in prerendered pages for values that are known only at startup. The server replaces
// them once per start, before it compresses the pages.

export const placeholders = {
  /** The app's own URL, without a trailing slash. */
  origin: "https://origin.invalid",
  /**
   * How many milliseconds the splash shows. It's a number, so that it's valid wherever a number is
   * expected.
   */
  splashMs: "86399999",
  /** These mark the beginning and the end of each part that is removed if `DEMO=off` is set. */
  demoBegins: "begin.demo.invalid",
  demoEnds: "end.demo.invalid",
  /** The value of the document's `data-demo`, which is set only if `DEMO=off` is set. */
  demoState: "state.demo.invalid",
  /**
   * These mark the parts with the agency's own response time. They are removed unless an owner
   * publishes it.
   */
  responseTimeBegins: "begin.response-time.invalid",
  responseTimeEnds: "end.response-time.invalid",
  /**
   * The sentence about the response time, both in its part and as the value of the document's
   * `data-response-time`.
   */
  responseTime: "says.response-time.invalid",
} as const;
