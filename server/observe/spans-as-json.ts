// Writes spans as JSON for OpenTelemetry collectors.
// https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto

/** Our own names, counts and codes; never user input or ids. */
export type SpanFacts = Record<string, string | number>;

export type Span = {
  name: string;
  kind: "server" | "client" | "consumer";
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** In microseconds since 1970. */
  startedAt: number;
  endedAt: number;
  facts: SpanFacts;
  hasFailed: boolean;
};

/** `SpanKind` and `StatusCode` of the protocol. */
const kinds = { server: 2, client: 3, consumer: 5 };
const failed = 2;

export function writeSpans(service: string, spans: Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ "service.name": service }) },
        scopeSpans: [{ scope: { name: "front-desk" }, spans: spans.map(written) }],
      },
    ],
  };
}

function written({ facts, hasFailed, startedAt, endedAt, kind, ...span }: Span): object {
  return {
    ...span,
    kind: kinds[kind],
    // Written as text, because a JSON number can't hold 64 bits.
    startTimeUnixNano: `${startedAt}000`,
    endTimeUnixNano: `${endedAt}000`,
    attributes: attributesOf(facts),
    status: hasFailed ? { code: failed } : {},
  };
}

function attributesOf(facts: SpanFacts): object[] {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}
