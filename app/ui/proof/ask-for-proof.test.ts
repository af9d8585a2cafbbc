import { afterEach, expect, test, vi } from "vitest";
import { askApi } from "#app/ui/ask-api.ts";
import { setProofPrompt } from "./ask-for-proof.ts";

afterEach(() => setProofPrompt(null));

const proofMissing = { message: "Password?", code: "proof_required", status: 403 };

/** Makes a server that rejects requests until the person has proved who they are. */
function makeServer() {
  const server = { isProven: false, asked: 0 };
  const call = async () => {
    server.asked += 1;
    return server.isProven
      ? Response.json({ message: "Done." })
      : Response.json(proofMissing, { status: 403 });
  };
  return { server, call };
}

test("two requests that are rejected at the same time share one dialog, and each is retried", async () => {
  const { server, call } = makeServer();
  const prompt = vi.fn(async () => {
    server.isProven = true;
    return true;
  });
  setProofPrompt(prompt);
  const outcomes = await Promise.all([askApi(call), askApi(call)]);
  expect(outcomes).toMatchObject([{ isDone: true }, { isDone: true }]);
  expect([prompt.mock.calls.length, server.asked]).toEqual([1, 4]);
});

test("a rejected request is retried only once", async () => {
  const { server, call } = makeServer();
  setProofPrompt(async () => true);
  expect(await askApi(call)).toMatchObject({ refusal: { code: "proof_required" } });
  expect(server.asked).toBe(2);
});

test("the rejection is returned if the dialog is closed or the screen has no dialog", async () => {
  const { server, call } = makeServer();
  setProofPrompt(async () => false);
  expect(await askApi(call)).toMatchObject({ refusal: { message: "Password?" } });
  setProofPrompt(null);
  expect(await askApi(call)).toMatchObject({ refusal: { message: "Password?" } });
  expect(server.asked).toBe(2);
});
