// Names from before validation existed: emails must not show a URL or phone number as a name.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accounts, clients } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
  const { db } = testApp.deps;
  const name = "Your invoice is overdue. Pay at https://pay.evil.example today";
  await db.update(clients).set({ name }).where(eq(clients.id, practice.clientId));
  await db
    .update(accounts)
    .set({ firstName: "Win at evil.example", lastName: "Call 813 555 0100" })
    .where(eq(accounts.id, practice.accountId));
});
beforeEach(() => {
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

const stranger = "stranger@example.com";
const invited = { firstName: "Lena", lastName: "Fuentes", email: stranger, role: "member" };

test.each([
  ["an invitation", "/api/clients/me/people", invited],
  ["a code for alerts", "/api/alerts/addresses", { kind: "email", address: stranger }],
  ["a change of address", "/api/clients/me/email", { email: stranger }],
])("%s omits the URL and phone number that its sender entered as a name", async (_, path, json) => {
  const { token, password } = practice;
  const answer = await testApp.request("POST", path, { token, json: { ...json, password } });
  expect(answer.status).toBeLessThan(300);
  await testApp.runJobs();
  const mail = testApp.receivedMails.find(({ to }) => to === stranger);
  expect(mail).toBeDefined();
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil\.example|555 0100/);
});
