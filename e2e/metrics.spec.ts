// What monitoring can read from the running product, and what it can't.
import { expect, test } from "vitest";
import { makePractice } from "#server/db/make.ts";
import { sharedProduct } from "./product.ts";

test("requests for pages, data, files and the API are counted by route, and unknown paths aren't listed", async () => {
  const product = await sharedProduct();
  const practice = await product.withTools((tools) => makePractice(tools));
  const signedIn = await fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: practice.email, password: practice.password }),
  });
  const { token } = await signedIn.json();
  const headers = { Cookie: `clientToken=${token}` };
  const visit = (address: string) => fetch(product.origin + address, { headers });
  const visited = ["/marketing", "/lms/dashboard", "/lms/dashboard.data", "/robots.txt"];
  for (const address of visited) await (await visit(address)).arrayBuffer();
  for (const address of ["/stranger", "/stranger.data", "/assets/stranger", "/api/stranger"]) {
    await (await visit(address)).arrayBuffer();
  }
  const text = await (await fetch(`${product.origin}/metrics`)).text();
  const requests = text.split("\n").filter((line) => line.startsWith("frontdesk_http_requests"));
  for (const route of ["/marketing", "/lms/dashboard", "/lms/dashboard.data", "/api/leads/new"]) {
    expect(requests.join("\n")).toContain(`{method="GET",route="${route}",status="200"}`);
  }
  expect(text).not.toMatch(/stranger/i);
  expect(text).not.toContain(practice.email);
  expect(text).toContain("frontdesk_database_up 1");
  expect(text).toMatch(/frontdesk_build_info\{version="[\d.]+",node="24/);
});

test("/metrics returns 404 to requests through a proxy", async () => {
  const { origin } = await sharedProduct();
  const forwarded = { "X-Forwarded-For": "203.0.113.9" };
  const answer = await fetch(`${origin}/metrics`, { headers: forwarded });
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("frontdesk_");
});
