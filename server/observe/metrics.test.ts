import { expect, test } from "vitest";
import { makeMetrics, maxSeries, writeGauges } from "./metrics.ts";

test("a counter has a line for each combination of labels", () => {
  const { mails, write } = makeMetrics();
  mails.add({ state: "sent" });
  mails.add({ state: "sent" });
  mails.add({ state: "failed" }, 3);
  expect(linesOf(write(), "frontdesk_mails_total")).toEqual([
    'frontdesk_mails_total{state="sent"} 2',
    'frontdesk_mails_total{state="failed"} 3',
  ]);
  expect(write()).toContain("# TYPE frontdesk_mails_total counter");
});

test("a histogram's bucket counts all values up to its bound", () => {
  const { submitToScreen, write } = makeMetrics();
  for (const seconds of [0.25, 0.3, 4000]) submitToScreen.observe({}, seconds);
  expect(linesOf(write(), "frontdesk_submit_to_screen_seconds")).toEqual([
    'frontdesk_submit_to_screen_seconds_bucket{le="0.25"} 1',
    'frontdesk_submit_to_screen_seconds_bucket{le="0.5"} 2',
    ...["1", "2.5", "5", "10", "30", "60", "300", "1800"].map(
      (bound) => `frontdesk_submit_to_screen_seconds_bucket{le="${bound}"} 2`,
    ),
    'frontdesk_submit_to_screen_seconds_bucket{le="+Inf"} 3',
    "frontdesk_submit_to_screen_seconds_sum 4000.55",
    "frontdesk_submit_to_screen_seconds_count 3",
  ]);
});

test("an unusual method doesn't get its own label", () => {
  const { countRequest, write } = makeMetrics();
  for (const method of ["GET", "TRACE", "PURGE"]) {
    countRequest({ method, route: "*", status: 404, since: performance.now() });
  }
  expect(linesOf(write(), "frontdesk_http_requests_total")).toEqual([
    'frontdesk_http_requests_total{method="GET",route="*",status="404"} 1',
    'frontdesk_http_requests_total{method="other",route="*",status="404"} 2',
  ]);
});

test("label combinations over the limit are counted together in one line", () => {
  const { jobs, write } = makeMetrics();
  const added = maxSeries + 50;
  for (let one = 0; one < added; one += 1) jobs.add({ queue: `queue ${one}` });
  const lines = linesOf(write(), "frontdesk_jobs_total");
  expect(lines).toHaveLength(maxSeries + 1);
  expect(lines.at(-1)).toBe('frontdesk_jobs_total{overflow="true"} 50');
});

test("a gauge's labels are escaped, and infinity is written as Prometheus expects", () => {
  const text = writeGauges([
    { name: "a", help: "Some.", values: [[{ path: 'C:\\x "y"\nz' }, Infinity]] },
  ]);
  expect(text).toBe('# HELP a Some.\n# TYPE a gauge\na{path="C:\\\\x \\"y\\"\\nz"} +Inf');
});

function linesOf(text: string, name: string): string[] {
  return text.split("\n").filter((line) => line.startsWith(name));
}
