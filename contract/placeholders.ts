// Placeholders in the prerendered pages for values that are known only at startup. The server
// replaces them once per start, before it compresses the pages.

export const placeholders = {
  /** The app's own URL, without a trailing slash. */
  origin: "https://origin.invalid",
  /**
   * How long the splash shows, in milliseconds. It's a number so that it's valid wherever one is
   * expected.
   */
  splashMs: "86399999",
  /** Mark the beginning and end of each part that is removed with `DEMO=off`. */
  demoBegins: "begin.demo.invalid",
  demoEnds: "end.demo.invalid",
  /** The value of the document's `data-demo`, which is set only with `DEMO=off`. */
  demoState: "state.demo.invalid",
  /** The same for the agency's own response time, which is off unless an owner publishes it. */
  responseTimeBegins: "begin.response-time.invalid",
  responseTimeEnds: "end.response-time.invalid",
  /** The sentence, both in its part and as the value of the document's `data-response-time`. */
  responseTime: "says.response-time.invalid",
} as const;
