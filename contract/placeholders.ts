// Placeholders in the prerendered pages for values of the running process. The server replaces them
// once per start, before it compresses the pages.

export const placeholders = {
  /** The product's own address, without a trailing slash. */
  origin: "https://origin.invalid",
  /**
   * How long the splash shows, in milliseconds; a number, so that it is valid wherever one is
   * expected.
   */
  splashMs: "86399999",
  /** Marks the beginning and the end of each part that is removed with `DEMO=off`. */
  demoBegins: "begin.demo.invalid",
  demoEnds: "end.demo.invalid",
  /** The value of the document's `data-demo`: `DEMO=off` says so, otherwise it is left out. */
  demoState: "state.demo.invalid",
  /** The same for the agency's own response time, which is off unless an owner publishes it. */
  responseTimeBegins: "begin.response-time.invalid",
  responseTimeEnds: "end.response-time.invalid",
  /** The sentence: in its part, and as the value of the document's `data-response-time`. */
  responseTime: "says.response-time.invalid",
} as const;
