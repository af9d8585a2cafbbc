import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { heartbeatSeconds } from "#contract/desk-events.ts";
import { keepListening, type StreamNews } from "./event-stream.ts";

class FakeStream extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  onerror: (() => void) | null = null;
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close() {
    this.readyState = FakeStream.CLOSED;
  }
  send(event: string, data = "{}") {
    this.dispatchEvent(Object.assign(new Event(event), { data }));
  }
  refuse() {
    this.readyState = FakeStream.CLOSED;
    this.onerror?.();
  }
}

let streams: FakeStream[];
let ended: AbortController;
let news: StreamNews<unknown>[];
const silenceMs = 2.5 * heartbeatSeconds * 1000;
const newest = () => streams.at(-1) as FakeStream;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  vi.stubGlobal("EventSource", FakeStream);
  streams = [];
  news = [];
  ended = new AbortController();
  const callbacks = {
    onLost: () => undefined,
    onNews: (one: StreamNews<unknown>) => news.push(one),
  };
  void keepListening("/events", ended.signal, callbacks);
});
afterEach(() => {
  ended.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a stream that has been silent for too long is replaced", async () => {
  newest().send("hello");
  await vi.advanceTimersByTimeAsync(silenceMs - 1);
  newest().send("beat");
  await vi.advanceTimersByTimeAsync(silenceMs - 1);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams[0]?.readyState).toBe(FakeStream.CLOSED);
  await vi.advanceTimersByTimeAsync(5000);
  expect(streams).toHaveLength(2);
  newest().send("changed", '{"leads":[]}');
  expect(news).toEqual([
    { event: "hello" },
    { event: "beat" },
    { event: "changed", change: { leads: [] } },
  ]);
});

test("a stream that the server rejects is reported, and is opened again with backoff", async () => {
  for (const seconds of [10, 20, 40, 60, 60]) {
    const opened = streams.length;
    newest().refuse();
    expect(news.splice(0)).toEqual([{ event: "closed" }]);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(streams).toHaveLength(opened);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(opened + 1);
  }
  newest().send("hello");
  newest().refuse();
  const opened = streams.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(streams).toHaveLength(opened + 1);
});

test("closing a tab closes all of the streams that it has opened", async () => {
  for (let round = 0; round < 3; round += 1) {
    newest().send("hello");
    newest().refuse();
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(getEventListeners(ended.signal, "abort")).toHaveLength(1);
  ended.abort();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(streams.every(({ readyState }) => readyState === FakeStream.CLOSED)).toBe(true);
  expect(streams).toHaveLength(4);
  expect(getEventListeners(ended.signal, "abort")).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("closing a tab before a stream is opened again leaves no timers", async () => {
  newest().refuse();
  await vi.advanceTimersByTimeAsync(1);
  ended.abort();
  expect(vi.getTimerCount()).toBe(0);
});
