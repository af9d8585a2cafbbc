// Traces show how long each part of a request or job took, as spans that are sent to a collector in
// OpenTelemetry's JSON format. Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set. See decision 073.
// https://opentelemetry.io/docs/specs/otlp/#otlphttp
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import { type Span, type SpanFacts, writeSpans } from "./spans-as-json.ts";

/**
 * A span's name may be known only at its end, because a request's route is matched along the way.
 */
export type OpenSpan = Pick<Span, "name" | "facts" | "hasFailed">;

export type Traces = {
  isOn: boolean;
  /** Runs `act` as a child of the current span, or in a new trace if there is none. */
  run<Result>(
    kind: Span["kind"],
    name: string,
    act: (span: OpenSpan) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Begins a child of the current span, and returns a function that ends it, or null if there is no
   * current span.
   */
  begin(kind: Span["kind"], name: string, facts: SpanFacts): ((hasFailed: boolean) => void) | null;
  /** Sends all unsent spans. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export const noTraces: Traces = {
  isOn: false,
  run: (_kind, name, act) => act({ name, facts: {}, hasFailed: false }),
  begin: () => null,
  flush: async () => undefined,
  close: async () => undefined,
};

const sendEveryMs = 5_000;
const sendLimitMs = 5_000;
/** This many spans are sent before the timer, so that a request body stays small. */
const batchSize = 500;
/** Further spans are dropped, so that an unavailable collector doesn't fill the memory. */
export const maxWaiting = 4_000;

type Tools = { config: Pick<Config, "traces">; log: Logger };

export function openTraces({ config: { traces }, log }: Tools): Traces {
  if (!traces) return noTraces;
  const current = new AsyncLocalStorage<Span>();
  const waiting: Span[] = [];
  let isRefused = false;
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, batchSize);
      const problem = await post(traces as Sent, spans);
      // The problem is logged once, so that a collector that is unavailable for a day doesn't fill
      // the log.
      if (problem && !isRefused) log.warn({ problem }, "traces are not accepted");
      isRefused = problem !== null;
      if (problem) waiting.length = 0;
    }
  }
  const flush = () => {
    sending = sending.then(send);
    return sending;
  };
  const timer = setInterval(flush, sendEveryMs);
  timer.unref();

  function open(kind: Span["kind"], name: string, facts: SpanFacts): Span {
    const parent = current.getStore();
    return {
      ...{ kind, name, facts, hasFailed: false, parentSpanId: parent?.spanId },
      traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
      spanId: randomBytes(8).toString("hex"),
      ...{ startedAt: nowInMicroseconds(), endedAt: 0 },
    };
  }
  function end(span: Span) {
    span.endedAt = nowInMicroseconds();
    if (waiting.length < maxWaiting) waiting.push(span);
    if (waiting.length === batchSize) void flush();
  }
  return {
    isOn: true,
    run(kind, name, act) {
      const span = open(kind, name, {});
      return current.run(span, async () => {
        try {
          return await act(span);
        } catch (error) {
          span.hasFailed = true;
          throw error;
        } finally {
          end(span);
        }
      });
    },
    begin(kind, name, facts) {
      if (!current.getStore()) return null;
      const span = open(kind, name, facts);
      return (hasFailed) => {
        span.hasFailed = hasFailed;
        end(span);
      };
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

type Sent = NonNullable<Config["traces"]>;

/** Returns null if the spans were accepted, or else the reason. */
async function post({ url, headers, service }: Sent, spans: Span[]): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(writeSpans(service, spans)),
      redirect: "error",
      signal: AbortSignal.timeout(sendLimitMs),
    });
    await answer.body?.cancel();
    return answer.ok ? null : `status ${answer.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : "unknown";
  }
}

function nowInMicroseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}
