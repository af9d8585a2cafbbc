import { afterEach, expect, test, vi } from "vitest";
import { errorMessages, formMessages } from "#content/messages.ts";
import { askApi } from "./ask-api.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("an answer is given as it came", async () => {
  const outcome = await askApi(async () => Response.json({ message: "Kept." }, { status: 201 }));
  expect(outcome).toEqual({ isDone: true, answer: { message: "Kept." } });
});

test("a refusal keeps its sentence, its reason and its fields", async () => {
  const refusal = {
    message: "Please check.",
    code: "invalid",
    status: 422,
    errors: { email: "No." },
  };
  const outcome = await askApi(async () => Response.json(refusal, { status: 422 }));
  expect(outcome).toEqual({ isDone: false, refusal });
});

test("a refusal without fields has none", async () => {
  const refusal = { message: "Too often.", code: "too_many_requests", status: 429 };
  const outcome = await askApi(async () => Response.json(refusal, { status: 429 }));
  expect(outcome).toEqual({ isDone: false, refusal: { ...refusal, errors: {} } });
});

test("a network that is away is told apart from a refusal", async () => {
  const outcome = await askApi(() => Promise.reject<Response>(new TypeError("Failed to fetch")));
  expect(outcome).toMatchObject({
    refusal: { code: "no_answer", status: 0, message: formMessages.noAnswer },
  });
});

test("a proxy's page instead of an answer becomes a sentence for people", async () => {
  const outcome = await askApi(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  expect(outcome).toMatchObject({
    refusal: { code: "unavailable", status: 502, message: errorMessages.unavailable },
  });
});

test("an answer that cannot be read is not taken for success", async () => {
  const outcome = await askApi(async () => new Response("<html>", { status: 200 }));
  expect(outcome).toMatchObject({ isDone: false, refusal: { message: formMessages.unreadable } });
});

test("a server that stays silent for thirty seconds counts as away", async () => {
  vi.useFakeTimers();
  const asked = askApi(() => new Promise<Response>(() => {}));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await asked).toMatchObject({ refusal: { code: "no_answer" } });
});
