// An owner's own templates for replies to contact requests.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldMessages } from "#content/messages.ts";
import { replyTemplates } from "#content/reply-templates.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let token: string;
beforeAll(async () => {
  testApp = await openTestApp();
  token = (await signInAdmin(testApp)).token;
});
afterAll(() => testApp.close());

const template = {
  ...{ name: "Hello", language: "en", kinds: ["marketing"], hasInvite: false },
  text: "Hi {{firstName}}!{% if package %} You chose {{ package }}.{% endif %}",
};

const settings = (method: string, path = "", json?: object) =>
  testApp.request(method, `/api/admin/settings${path}`, { token, json });
const save = (templates: object[]) => settings("PATCH", "", { part: "replyTemplates", templates });

test("an owner's reply templates replace the built-in ones, which a reset restores", async () => {
  const json = {
    ...{ page: "Marketing", fullName: "Ada Byron", email: `${randomUUID()}@example.com` },
    ...{ phone: "(813) 555-0100", message: "Please call me.", test: false },
  };
  const sent = await testApp.request("POST", "/api/contact", { json });
  const path = `/api/admin/contact-requests/${sent.body.contact._id}`;
  const offered = async () => (await testApp.request("GET", path, { token })).body.templates;
  const { body } = await settings("GET");
  expect(body.replyTemplates.templates[0].name).toBe(replyTemplates[0]?.name);
  // The built-in templates can be saved as they are.
  expect((await save(body.replyTemplates.templates)).status).toBe(200);
  const spanish = { ...template, language: "es", name: "Hola" };
  expect((await save([template, spanish])).status).toBe(200);
  expect(await offered()).toEqual([{ name: "Hello", hasInvite: false, text: "Hi Ada!" }]);
  await settings("DELETE", "/replyTemplates");
  const restored = (await offered()).map(({ name }: { name: string }) => name);
  expect(restored).toContain("After our call");
});

test.each([
  "Hi {{ nickname }}",
  "Hi {{ firstName",
  "Hi firstName }}",
  "{{{ firstName }}}",
  "{% for one in (1..9) %}",
  "{% if package %} and no end",
  "{% endif %}{% if package %}",
])("the text %s is rejected", async (text) => {
  const { status, body } = await save([{ ...template, text }]);
  expect([status, body.errors]).toEqual([422, { "templates.0.text": fieldMessages.merge_field }]);
});
