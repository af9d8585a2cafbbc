// The log must help to fix the product without containing personal data.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePractice } from "#server/db/make.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    CAPTCHA_PROVIDER: "off",
    LOG_LEVEL: "debug",
    SLOW_QUERY_MS: "1",
    SMTP_URL: "smtp://127.0.0.1:9",
  });
});
afterAll(() => product.stop());

test("names, addresses, numbers, messages, passwords and tokens are never logged", async () => {
  const practice = await product.withTools((tools) =>
    makePractice(tools, {
      email: "marker-desk@example.com",
      password: "marker-password",
    }),
  );
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(product.origin + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  await post("/api/contact", {
    page: "Personal",
    fullName: "Marker Name",
    email: "marker-mail@example.com",
    phone: "marker-phone",
    message: "marker-message",
  });
  await post("/api/contact", '{"fullName":"Marker Broken');
  await post("/api/intake/meta", "marker-webhook", { "X-Hub-Signature-256": "sha256=marker" });
  const signedIn = await post("/api/credentials", {
    email: practice.email,
    password: "marker-password",
  });
  const { token } = await signedIn.json();
  await post("/api/credentials", { email: practice.email, password: "marker-wrong-password" });
  await post("/api/credentials/recover", { email: practice.email });
  await post("/api/credentials/confirmations", { token: "marker-link" });
  await fetch(`${product.origin}/lms/recover?t=marker-link`);
  await fetch(`${product.origin}/lms?t=marker-link`);
  await post("/api/clients", {
    firstName: "Marker",
    lastName: "Registrant",
    email: "marker-registrant@example.com",
    password: "a marker of a password",
    address: "1 Marker Street",
    city: "Markerville",
    state: "FL",
    zip: "33602",
    phone: "8135550142",
    admin_id: "marker-code",
  });
  await fetch(`${product.origin}/api/leads/new?search=marker-search`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await fetch(`${product.origin}/marker-page?marker-query`);
  await until(() => product.output().includes("job failed"));
  await until(() => product.output().includes("slow statement"));

  expect(product.output()).not.toMatch(/marker/i);
  expect(product.output()).not.toContain(token);
  expect(product.output()).not.toContain("page token");
});
