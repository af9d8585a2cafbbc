// Next steps that owners plan for contact requests, through the API.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeContactRequest } from "#server/db/make.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  await testApp.pool.query("truncate contact_requests, audit_entries cascade");
  // A Monday, 10 am in Tampa.
  testApp.clock.at("2026-03-16T14:00:00Z");
  owner = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

const list = "/api/admin/contact-requests";

async function ask(fullName = "Ada Byron"): Promise<string> {
  const at = testApp.clock.now;
  const { contactRequestId } = await makeContactRequest(testApp.deps, {
    ...{ kind: "marketing", fullName, email: `${randomUUID()}@example.com`, phone: "8135550100" },
    ...{ receivedAt: at, finishedAt: at },
  });
  return contactRequestId;
}

const plan = (id: string, step: object = {}) =>
  testApp.request("PUT", `${list}/${id}/next-step`, {
    token: owner.token,
    json: { text: "Send prices", on: null, assignee: null, ...step },
  });

const finish = (id: string) =>
  testApp.request("DELETE", `${list}/${id}/next-step`, { token: owner.token });

const detail = async (id: string) =>
  (await testApp.request("GET", `${list}/${id}`, { token: owner.token })).body;

const listed = async (query: string) =>
  (await testApp.request("GET", `${list}?${query}`, { token: owner.token })).body;

const idsOf = (body: { contactRequests: { _id: string }[] }) =>
  body.contactRequests.map(({ _id }) => _id);

test("a next step has a text, a date and an assigned owner, and doesn't stop the clock", async () => {
  const id = await ask();
  const { status, body } = await plan(id, { on: "2026-03-18", assignee: owner.accountId });
  expect(status).toBe(200);
  expect(body.contactRequest).toMatchObject({
    nextStep: { text: "Send prices", on: "2026-03-18" },
    assignee: { _id: owner.accountId, name: "Olive Owner" },
    ...{ state: "new", uncalledSince: "2026-03-16T14:00:00.000Z" },
  });
  expect(idsOf(await listed("list=open&sort=next"))).toEqual([id]);
  const { events, owners } = await detail(id);
  expect(events).toMatchObject([
    { kind: "step_saved", by: "Olive Owner", text: "Send prices\n2026-03-18\nOlive Owner" },
  ]);
  expect(owners).toContainEqual({ _id: owner.accountId, name: "Olive Owner", isYou: true });
});

test("a contact request stays assigned after its next step is done, and the step can be saved again", async () => {
  const id = await ask();
  await plan(id, { on: "2026-03-18", assignee: owner.accountId });
  testApp.clock.forward(1000);
  for (const _ of [1, 2]) {
    expect((await finish(id)).body.contactRequest).toMatchObject({
      nextStep: null,
      assignee: { _id: owner.accountId },
    });
  }
  testApp.clock.forward(1000);
  await plan(id, { on: "2026-03-18", assignee: owner.accountId });
  const { events, contactRequest } = await detail(id);
  expect(contactRequest.nextStep).toEqual({ text: "Send prices", on: "2026-03-18" });
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...["step_saved", "step_done", "step_saved"],
  ]);
});

test("saving the same step twice creates one history entry, and a save based on an outdated version is rejected", async () => {
  const id = await ask();
  const { version } = (await detail(id)).contactRequest;
  for (const _ of [1, 2]) expect((await plan(id, { version })).status).toBe(200);
  expect((await detail(id)).events).toHaveLength(1);
  const stale = await plan(id, { text: "Call", version });
  expect([stale.status, stale.body.code]).toEqual([409, "stale"]);
});

test.each([
  ["without a text", { text: " " }, "text"],
  ["with a text that is too long", { text: "x".repeat(121) }, "text"],
  ["of several lines", { text: "Call\nher" }, "text"],
  ["on a day that doesn't exist", { on: "2026-02-30" }, "on"],
  ["of someone who is no owner", { assignee: randomUUID() }, "assignee"],
])("a next step %s is rejected", async (_, step, field) => {
  const { status, body } = await plan(await ask(), step);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test("a removed owner stays assigned to a request, but can't be assigned to it again", async () => {
  const id = await ask();
  const other = await signInAdmin(testApp);
  await plan(id, { assignee: other.accountId });
  await testApp.pool.query("update accounts set deactivated_at = now() where id = $1", [
    other.accountId,
  ]);
  const { contactRequest, owners } = await detail(id);
  expect(contactRequest.assignee._id).toBe(other.accountId);
  expect(owners.map(({ _id }: { _id: string }) => _id)).not.toContain(other.accountId);
  expect((await plan(id, { text: "Call", assignee: other.accountId })).status).toBe(422);
});

test("a next step becomes due on its date in the agency's time zone and stays due until it's done or the request is lost or closed", async () => {
  const [today, earlier, later, lost] = [await ask(), await ask(), await ask(), await ask()];
  await plan(today, { on: "2026-03-16" });
  await plan(earlier, { on: "2026-03-12" });
  await plan(later, { on: "2026-03-17" });
  await plan(lost, { on: "2026-03-12" });
  const close = { reason: "not_a_fit" };
  await testApp.request("POST", `${list}/${lost}/closings`, { token: owner.token, json: close });
  const due = async () => {
    const body = await listed("list=due&sort=step");
    expect([body.total, body.counts.due]).toEqual([idsOf(body).length, idsOf(body).length]);
    return idsOf(body);
  };
  expect(await due()).toEqual([earlier, today]);
  // 11 pm on the 16th in Tampa, which is already the 17th in UTC.
  testApp.clock.at("2026-03-17T03:00:00Z");
  expect(await due()).toEqual([earlier, today]);
  testApp.clock.at("2026-03-17T05:00:00Z");
  expect(await due()).toEqual([earlier, today, later]);
  await finish(earlier);
  expect(await due()).toEqual([today, later]);
  await testApp.request("DELETE", `${list}/${lost}/closings`, { token: owner.token });
  expect(await due()).toEqual([lost, today, later]);
});

test("sorting by next step puts requests without a date last, newest first, across pages", async () => {
  const ids: string[] = [];
  for (const on of [null, "2026-03-20", "2026-03-18", null, "2026-03-18"]) {
    const id = await ask();
    if (on) await plan(id, { on });
    ids.push(id);
    testApp.clock.forward(1000);
  }
  const [none, twentieth, eighteenth, newestNone, newestEighteenth] = ids;
  const wanted = [newestEighteenth, eighteenth, twentieth, newestNone, none];
  for (const name of ["open", "all"]) {
    const paged: string[] = [];
    let cursor = "";
    do {
      const page = await listed(`list=${name}&sort=step&limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...idsOf(page));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(wanted);
  }
});

test("every list can be filtered to my requests or unassigned ones, and search includes next steps", async () => {
  const other = await signInAdmin(testApp);
  const [mine, theirs, unassigned] = [await ask(), await ask(), await ask()];
  await plan(mine, { text: "Send the Gold brochure", assignee: owner.accountId });
  await plan(theirs, { assignee: other.accountId });
  for (const query of ["list=open&sort=next", "list=all", "list=new&sort=step"]) {
    for (const [more, wanted] of [
      ["assignee=mine", mine],
      ["assignee=nobody", unassigned],
      ["search=GOLD+broch", mine],
      ["search=GOLD&assignee=mine&kind=marketing", mine],
    ]) {
      const body = await listed(`${query}&${more}`);
      expect([query, more, idsOf(body), body.total]).toEqual([query, more, [wanted], 1]);
    }
    expect((await listed(`${query}&search=100%25`)).total).toBe(0);
  }
});

test("the CSV export contains only the filtered requests, each with its next step, date and assignee", async () => {
  const id = await ask("Ada Byron");
  await ask("Grace Hopper");
  await plan(id, { on: "2026-03-18", assignee: owner.accountId });
  const { body } = await testApp.request("GET", `${list}/export.csv?assignee=mine`, {
    token: owner.token,
  });
  const [head = "", ...lines] = String(body).trim().split("\r\n");
  expect(head).toMatch(/Next step,Next step on,Who does it$/);
  expect(lines).toEqual([expect.stringMatching(/Send prices,2026-03-18,Olive Owner$/)]);
});

test("each change of a next step is audited with its assignee but without its text", async () => {
  const id = await ask();
  const other = await signInAdmin(testApp);
  await plan(id, { text: "Call Ada about Gold", assignee: other.accountId });
  await finish(id);
  const { rows } = await testApp.pool.query(
    "select action, account_id, detail from audit_entries where action like '%step%' order by id",
  );
  expect(rows).toEqual([
    {
      ...{ action: "contact_request_step_saved", account_id: owner.accountId },
      detail: { contactRequest: id, person: other.accountId },
    },
    {
      ...{ action: "contact_request_step_done", account_id: owner.accountId },
      detail: { contactRequest: id },
    },
  ]);
});

test("erasing a person removes the next step's text, even from the history", async () => {
  const id = await ask();
  await plan(id, { text: "Zebedee likes mornings", assignee: owner.accountId });
  await plan(id, { text: "Zebedee again" });
  await testApp.request("DELETE", `${list}/${id}`, { token: owner.token });
  const { rows } = await testApp.pool.query(
    `select next_step, next_step_on, assignee, assignee_name from contact_requests
     union all select text, null, null, null from contact_request_events where text <> ''`,
  );
  expect(rows).toEqual([
    { next_step: null, next_step_on: null, assignee: null, assignee_name: null },
  ]);
});
