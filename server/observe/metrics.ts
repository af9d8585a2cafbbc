// This process's counters, in Prometheus's text format. Each process counts separately, from its
// start; Prometheus sums them. See decision 069.
// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format

export type Labels = Record<string, string>;
/** A value that is read on request. */
export type Gauge = { name: string; help: string; values: [Labels, number][] };

type Counter = { add(labels?: Labels, count?: number): void };
type Histogram = { observe(labels: Labels, value: number): void };

export type Metrics = ReturnType<typeof makeMetrics>;

/**
 * All labels are our own names, so this limit is never reached. It guards against memory growth.
 */
export const maxSeries = 2000;
const overflow: Labels = { overflow: "true" };

/** Upper bounds in seconds. */
const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The goal is a second. Minutes mean a late notification, or a lead found by a backfill. */
const screenBounds = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

export function makeMetrics() {
  const writers: (() => string[])[] = [];
  const counter = (name: string, help: string): Counter => {
    const series = makeSeries(() => ({ count: 0 }));
    writers.push(() => [
      ...head(name, help, "counter"),
      ...series.all().map(([labels, { count }]) => line(name, labels, count)),
    ]);
    return {
      add(labels = {}, count = 1) {
        series.of(labels).count += count;
      },
    };
  };
  const histogram = (name: string, help: string, bounds: number[]): Histogram => {
    const series = makeSeries(() => ({ buckets: bounds.map(() => 0), sum: 0, count: 0 }));
    writers.push(() => [
      ...head(name, help, "histogram"),
      ...series
        .all()
        .flatMap(([labels, { buckets, sum, count }]) => [
          ...bounds.map((bound, place) =>
            line(`${name}_bucket`, { ...labels, le: String(bound) }, buckets[place] ?? 0),
          ),
          line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
          line(`${name}_sum`, labels, sum),
          line(`${name}_count`, labels, count),
        ]),
    ]);
    return {
      observe(labels, value) {
        const one = series.of(labels);
        one.sum += value;
        one.count += 1;
        // Each bucket counts all values up to its bound.
        for (const [place, bound] of bounds.entries()) {
          if (value <= bound) one.buckets[place] = (one.buckets[place] ?? 0) + 1;
        }
      },
    };
  };
  const requests = counter(
    "frontdesk_http_requests_total",
    "Answered requests, by route; API calls from page loaders count too.",
  );
  const durations = histogram(
    "frontdesk_http_request_duration_seconds",
    "Time until the response started.",
    requestBounds,
  );
  return {
    jobs: counter("frontdesk_jobs_total", "Background job attempts, by queue and result."),
    mails: counter("frontdesk_mails_total", "Emails that this process has finished, by state."),
    alerts: counter("frontdesk_alerts_total", "Alerts sent to practices, by channel."),
    texts: counter(
      "frontdesk_texts_total",
      "The provider's answers and reports about texts to leads; a text may have several.",
    ),
    calls: counter("frontdesk_calls_total", "Calls to practices' phones, by the response."),
    slowStatements: counter(
      "frontdesk_database_slow_statements_total",
      "Statements slower than SLOW_QUERY_MS.",
    ),
    submitToScreen: histogram(
      "frontdesk_submit_to_screen_seconds",
      "Time from a form's submission until its lead was written to an open dashboard.",
      screenBounds,
    ),
    /** `route`: the pattern that matched, never the requested URL. */
    countRequest({ method, route, status, since }: AnsweredRequest) {
      const labels = { method: methods.has(method) ? method : "other", route };
      requests.add({ ...labels, status: String(status) });
      durations.observe(labels, (performance.now() - since) / 1000);
    },
    write: () => writers.flatMap((write) => write()).join("\n"),
  };
}

/** `since` is `performance.now()` when the request arrived. */
type AnsweredRequest = { method: string; route: string; status: number; since: number };

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function writeGauges(gauges: Gauge[]): string {
  return gauges
    .flatMap(({ name, help, values }) => [
      ...head(name, help, name.endsWith("_total") ? "counter" : "gauge"),
      ...values.map(([labels, value]) => line(name, labels, value)),
    ])
    .join("\n");
}

/** A value for each combination of labels. */
function makeSeries<Value>(make: () => Value) {
  const all = new Map<string, [Labels, Value]>();
  const find = (labels: Labels) => {
    const key = textOf(labels);
    const known = all.get(key);
    if (known || all.size >= maxSeries) return known?.[1];
    const made = make();
    all.set(key, [labels, made]);
    return made;
  };
  const rest = make();
  return {
    of: (labels: Labels): Value => find(labels) ?? rest,
    all: (): [Labels, Value][] =>
      all.size < maxSeries ? [...all.values()] : [...all.values(), [overflow, rest]],
  };
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function line(name: string, labels: Labels, value: number): string {
  return `${name}${textOf(labels)} ${value === Infinity ? "+Inf" : value}`;
}

function textOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\\n"]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`));
}
