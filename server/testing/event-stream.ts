// Reads server-sent events one at a time.
import { expect } from "vitest";
import type { TestApp } from "./test-app.ts";

export async function openEventStream(
  { api }: TestApp,
  path: string,
  token: string,
  device = "a browser",
) {
  const answer = await api.request(`http://localhost${path}`, {
    headers: { Authorization: `Bearer ${token}`, "User-Agent": device },
  });
  expect(answer.headers.get("Content-Type")).toContain("text/event-stream");
  expect(answer.headers.get("X-Accel-Buffering")).toBe("no");
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    headers: answer.headers,
    async next(): Promise<{ event: string; data: Record<string, unknown> }> {
      while (!text.includes("\n\n")) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: "" };
        if (done) throw new Error("The stream has ended");
        text += value;
      }
      const [message = ""] = text.split("\n\n", 1);
      text = text.slice(message.length + 2);
      const field = (name: string) =>
        message
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      return { event: field("event") ?? "", data: JSON.parse(field("data") ?? "{}") };
    },
    close: async () => reader?.cancel(),
  };
}
