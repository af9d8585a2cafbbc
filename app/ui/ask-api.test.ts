import { afterEach, expect, test, vi } from "vitest";
import { errorMessages, formMessages, unreachableMessage } from "#content/messages.ts";
import { english } from "#content/words.ts";
import { askApi, throwUnlessOk } from "./ask-api.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a successful response is returned unchanged", async () => {
  const outcome = await askApi(async () => Response.json({ message: "Kept." }, { status: 201 }));
  expect(outcome).toEqual({ isDone: true, answer: { message: "Kept." } });
});

test("a rejected request returns the message, code and field errors", async () => {
  const refusal = {
    message: "Please check.",
    code: "invalid",
    status: 422,
    errors: { email: "No." },
  };
  const outcome = await askApi(async () => Response.json(refusal, { status: 422 }));
  expect(outcome).toEqual({ isDone: false, refusal });
});

test("a rejection without field errors returns an empty set of them", async () => {
  const refusal = { message: "Too often.", code: "too_many_requests", status: 429 };
  const outcome = await askApi(async () => Response.json(refusal, { status: 429 }));
  expect(outcome).toEqual({ isDone: false, refusal: { ...refusal, errors: {} } });
});

test("a network error has its own code and message; only a form's says that the text is kept", async () => {
  const fail = () => Promise.reject<Response>(new TypeError("Failed to fetch"));
  expect(await askApi(fail)).toMatchObject({
    refusal: { code: "no_answer", status: 0, message: unreachableMessage },
  });
  expect(await askApi(fail, english)).toMatchObject({
    refusal: { message: formMessages.noAnswer },
  });
});

test("a proxy's error page results in a readable message", async () => {
  const outcome = await askApi(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  expect(outcome).toMatchObject({
    refusal: { code: "unavailable", status: 502, message: errorMessages.unavailable },
  });
});

test("a response that can't be parsed is an error", async () => {
  const outcome = await askApi(async () => new Response("<html>", { status: 200 }));
  expect(outcome).toMatchObject({ isDone: false, refusal: { message: formMessages.unreadable } });
});

test("a server that doesn't respond within 30 seconds is reported as unreachable", async () => {
  vi.useFakeTimers();
  const asked = askApi(() => new Promise<Response>(() => {}));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await asked).toMatchObject({ refusal: { code: "no_answer" } });
});

test("a loader throws the status of the first API response that failed", async () => {
  const fine = Response.json({});
  const refused = Response.json({}, { status: 503 });
  expect(() => throwUnlessOk(fine, fine)).not.toThrow();
  for (const answers of [
    [fine, refused],
    [refused, fine],
  ]) {
    expect(() => throwUnlessOk(...answers)).toThrow(expect.objectContaining({ status: 503 }));
  }
});
