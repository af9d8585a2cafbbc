// cspell:ignore Llamada
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { templateSetMessages } from "#content/console/template-sets.ts";
import type { CopyPlan, TemplateSet, TemplateUpdate } from "#contract/template-sets.ts";
import { type Template, templateLimits } from "#contract/templates.ts";
import { auditEntries, sources, templates } from "#server/db/schema.ts";
import { signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let otherOwner: Awaited<ReturnType<typeof signInAdmin>>;
/** New for each test. */
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
  otherOwner = await signInAdmin(testApp);
});
beforeEach(async () => {
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const aNote = { kind: "note", title: "Left voicemail", body: "Left a voicemail." };
const anEmail = {
  kind: "email",
  title: "Missed call",
  subject: "We tried to call you",
  body: "<p>We just tried to call you.</p>",
};
const anAuto = {
  kind: "auto",
  title: "We got your request",
  subject: "We got your request",
  body: "<p>Thank you.</p>",
  delayMinutes: 5,
  isInOpenHoursOnly: true,
  receivedWhile: "open",
};

// ── The draft and its versions ──────────────────────────────────────────────────────────────────

test("a set can be created, found, renamed, deleted and restored", async () => {
  const { _id, name } = await newSet();
  expect((await listed(_id))?.counts).toEqual({ note: 0, email: 0, text: 0, auto: 0 });
  const renamed = await asOwner("PATCH", `/template-sets/${_id}`, { name: `${name} two` });
  expect(renamed.body.set.name).toBe(`${name} two`);
  expect((await asOwner("DELETE", `/template-sets/${_id}`)).status).toBe(200);
  expect(await listed(_id)).toBeUndefined();
  expect((await asOwner("GET", `/template-sets/${_id}`)).status).toBe(404);
  for (const _ of [1, 2]) {
    expect((await asOwner("POST", `/template-sets/${_id}/restore`)).status).toBe(201);
  }
  expect((await listed(_id))?.name).toBe(`${name} two`);
});

test("repeating a request to create a set succeeds, and a second set can't have the same name", async () => {
  const json = { name: `Once ${crypto.randomUUID()}`, submissionId: crypto.randomUUID() };
  const both = await Promise.all([1, 2].map(() => asOwner("POST", "/template-sets", json)));
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  const again = { name: json.name.toUpperCase(), submissionId: crypto.randomUUID() };
  const { status, body } = await asOwner("POST", "/template-sets", again);
  expect([status, body.message]).toEqual([409, templateSetMessages.nameTaken]);
});

test("two owners can change different templates of a draft at the same time, but not the same template", async () => {
  const set = await newSet([aNote, anEmail]);
  const [note, email] = set.templates;
  const put = (template: typeof note, title: string) =>
    asOwner("PUT", `/template-sets/${set._id}/templates/${template?._id}`, {
      ...(template?.kind === "note" ? aNote : anEmail),
      ...{ title, changedAt: template?.changedAt },
    });
  const answers = await Promise.all([put(note, "A"), put(email, "B"), put(note, "C")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  const { body } = await asOwner("GET", `/template-sets/${set._id}`);
  const titles = body.templates.map(({ title }: { title: string }) => title);
  expect(titles[1]).toBe("B");
  expect(["A", "C"]).toContain(titles[0]);
});

test("a set's rich text is sanitized, its errors name the field, and a practice's pictures are rejected", async () => {
  const set = await newSet();
  const add = (change: object) =>
    asOwner("POST", `/template-sets/${set._id}/templates`, {
      ...{ ...anEmail, _id: crypto.randomUUID() },
      ...change,
    });
  const done = await add({ body: '<p onclick="x()">Hi<script>x()</script></p>' });
  expect(done.body.set.templates[0].body).toBe("<p>Hi</p>");
  const picture = `<p>Hi<img src="/api/pictures/${crypto.randomUUID()}" alt=""></p>`;
  for (const body of [picture, "<p>{{ lead.nick }}</p>", "<p> </p>"]) {
    const refused = await add({ body });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["body"]]);
  }
});

test("restoring a deleted template twice adds it to the draft once", async () => {
  const set = await newSet([aNote]);
  const [note] = set.templates;
  const path = `/template-sets/${set._id}/templates`;
  const gone = await asOwner("DELETE", `${path}/${note?._id}`);
  expect(gone.body.set.templates).toEqual([]);
  expect((await asOwner("DELETE", `${path}/${note?._id}`)).status).toBe(404);
  for (const _ of [1, 2]) {
    const back = await asOwner("POST", path, { ...aNote, _id: note?._id });
    expect(back.body.set.templates).toHaveLength(1);
  }
});

test("publishing a version twice publishes it once, and a version without changes is rejected", async () => {
  const set = await newSet([aNote]);
  const json = { number: 1, note: "The first version" };
  const both = await Promise.all(
    [1, 2].map(() => asOwner("POST", `/template-sets/${set._id}/versions`, json)),
  );
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(await listed(set._id)).toMatchObject({ version: 1, isChanged: false });
  const nothing = await asOwner("POST", `/template-sets/${set._id}/versions`, {
    ...{ number: 2, note: "Again" },
  });
  expect([nothing.status, nothing.body.message]).toEqual([
    409,
    templateSetMessages.nothingToPublish,
  ]);
  await edit(set, aNote.title, { body: "Called, no answer." });
  expect(await listed(set._id)).toMatchObject({ version: 1, isChanged: true });
  await publish(set, 2, "Shorter");
  const { body } = await asOwner("GET", `/template-sets/${set._id}`);
  const notes = body.versions.map(({ number, note }: { number: number; note: string }) => [
    ...[number, note],
  ]);
  expect(notes).toEqual([
    [2, "Shorter"],
    [1, "The first version"],
  ]);
});

test("a later version doesn't change the text of an earlier one", async () => {
  const set = await published([aNote, anEmail]);
  const textsOf = async () => {
    const { rows } = await testApp.pool.query(
      "select templates::text as row from template_set_versions where set_id = $1 and number = 1",
      [set._id],
    );
    return rows;
  };
  const before = await textsOf();
  expect(before).toMatchObject([{ row: expect.stringContaining(aNote.body) }]);
  await edit(set, aNote.title, { body: "Called, no answer." });
  await remove(set, anEmail.title);
  await publish(set, 2);
  expect(await textsOf()).toEqual(before);
});

test("a text template is copied as it is, and its errors name the field", async () => {
  const aText = {
    kind: "text",
    title: "Hours",
    body: "<b> & {{ lead.firstName }}",
    language: "es",
  };
  const set = await published([aText]);
  await copy(set, 1);
  expect(await ownTemplates()).toMatchObject([{ ...aText, subject: "" }]);
  expect(await listed(set._id)).toMatchObject({ counts: { text: 1, note: 0 } });
  const wrong = { ...aText, body: "{{ lead.nick }}", _id: crypto.randomUUID() };
  const refused = await asOwner("POST", `/template-sets/${set._id}/templates`, wrong);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["body"]]);
});

test("a template's language is published, copied, updated and restored", async () => {
  const inSpanish = { ...anEmail, title: "Llamada", language: "es" };
  const set = await published([anEmail, inSpanish]);
  const english = await asPractice("POST", "/templates", { ...anEmail, title: "Llamada" });
  expect(english.status).toBe(201);
  const plan = await copy(set, 1);
  // The practice's own template with this title is in English, so it isn't a duplicate.
  expect(plan.body.plans[0]).toMatchObject({ added: [anEmail.title, "Llamada"], kept: [] });
  const languages = async () =>
    (await ownTemplates()).map(({ title, language }) => [title, language]).toSorted();
  expect(await languages()).toEqual([
    ["Llamada", "en"],
    ["Llamada", "es"],
    [anEmail.title, "en"],
  ]);
  await edit(set, anEmail.title, { language: "es" });
  expect(await listed(set._id)).toMatchObject({ isChanged: true });
  await publish(set, 2);
  expect(await behind(set)).toEqual([1, true]);
  const [update] = (await updates()).updates;
  expect(update?.offers).toMatchObject([{ from: { language: "en" }, to: { language: "es" } }]);
  if (update) await take(update, [anEmail.title]);
  expect(await behind(set)).toEqual([0, false]);
  const taken = (await ownTemplates()).find(({ title }) => title === anEmail.title);
  expect(taken).toMatchObject({ language: "es", earlier: { language: "en" } });
  const back = await asPractice("POST", `/templates/${taken?._id}/earlier`, {
    changedAt: taken?.changedAt,
  });
  expect(back.body.template).toMatchObject({ language: "en", earlier: { language: "es" } });
});

test("templates stored before languages and hours existed are English and for any time", async () => {
  const set = await published([anEmail]);
  await copy(set, 1);
  const [draft] = (await asOwner("GET", `/template-sets/${set._id}`)).body.templates;
  await testApp.pool.query(
    `update template_sets
     set templates = jsonb_set(templates, '{0}', templates -> 0 #- '{language}' #- '{receivedWhile}')
     where id = $1`,
    [set._id],
  );
  await testApp.pool.query(
    `update template_set_versions
     set templates = jsonb_set(templates, '{0}', templates -> 0 #- '{language}' #- '{receivedWhile}')
     where set_id = $1`,
    [set._id],
  );
  expect(await listed(set._id)).toMatchObject({ isChanged: false });
  const { body } = await asOwner("GET", `/template-sets/${set._id}`);
  expect(body.templates).toEqual([draft]);
  expect([(await updates()).updates, await behind(set)]).toEqual([[], [0, false]]);
});

test("only one of two owners who publish the same version at the same time succeeds", async () => {
  const set = await newSet([aNote]);
  const answers = await Promise.all(
    [owner, otherOwner].map(({ token }, index) =>
      testApp.request("POST", `/api/admin/template-sets/${set._id}/versions`, {
        ...{ token, json: { number: 1, note: `By ${index}` } },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("a draft that has changed since it was read isn't published", async () => {
  const set = await newSet([aNote]);
  const readAt = set.templates[0]?.changedAt;
  await edit(set, aNote.title, { body: "Changed meanwhile" });
  const late = await asOwner("POST", `/template-sets/${set._id}/versions`, {
    ...{ number: 1, note: "The first version", readAt },
  });
  expect(late.body.code).toBe("stale");
});

test("a preview shows a sample lead and practice", async () => {
  const { status, body } = await asOwner("POST", "/template-previews", {
    ...{ kind: "email", subject: 'Hi {{ lead.firstName | default: "there" }}' },
    body: "<p>{{ practice.name }}</p>",
  });
  expect([status, body.subject]).toEqual([201, "Hi Marisol"]);
  expect(body.html).toContain("Sample Family Dental");
});

// ── Copying ─────────────────────────────────────────────────────────────────────────────────────

test("a copy skips templates whose title the practice already uses, and the copy plan lists them beforehand", async () => {
  const own = await asPractice("POST", "/templates", { ...anEmail, body: "<p>Ours</p>" });
  expect(own.status).toBe(201);
  const set = await published([aNote, anEmail, anAuto]);
  const plan = {
    practice: { _id: practice.clientId, name: "Bayshore Family Dental" },
    ...{ result: "copies", added: [aNote.title, anAuto.title], kept: [anEmail.title] },
    ...{ settings: [], sources: [], keptSettings: [] },
  };
  const planned = await asOwner("POST", `/template-sets/${set._id}/copy-plans`, {
    practices: [practice.clientId],
  });
  expect(planned.body).toEqual({ version: 1, plans: [plan] });
  expect(await ownTemplates()).toHaveLength(1);

  const done = await copy(set, 1);
  expect(done.body.plans).toEqual([plan]);
  const after = await ownTemplates();
  expect(after.map(({ title, body, isActive }) => [title, body, isActive])).toEqual(
    [
      [aNote.title, aNote.body, false],
      [anEmail.title, "<p>Ours</p>", false],
      [anAuto.title, anAuto.body, false],
    ].toSorted(),
  );
  expect(after.find(({ kind }) => kind === "auto")).toMatchObject({
    ...{ delayMinutes: 5, isInOpenHoursOnly: true, receivedWhile: "open", campaigns: [] },
  });
});

test("three simultaneous requests to copy a set make one copy and one audit entry", async () => {
  const set = await published([aNote, anEmail]);
  const json = { practices: [practice.clientId], version: 1 };
  const answers = await Promise.all(
    [owner, otherOwner, owner].map(({ token }) =>
      testApp.request("POST", `/api/admin/template-sets/${set._id}/copies`, { token, json }),
    ),
  );
  const results = answers.map(({ body }) => body.plans[0]?.result);
  expect(results.toSorted()).toEqual(["copied", "copied", "copies"]);
  expect(await ownTemplates()).toHaveLength(2);
  expect(await auditedCopies()).toHaveLength(1);
});

test("a set isn't copied if it is unpublished, the version is outdated, or the practice has no room", async () => {
  const set = await newSet([aNote]);
  const plan = await asOwner("POST", `/template-sets/${set._id}/copy-plans`, {
    practices: [practice.clientId],
  });
  expect(plan.body.message).toBe(templateSetMessages.notPublished);
  await publish(set, 1);
  await edit(set, aNote.title, { body: "Other words" });
  await publish(set, 2);
  expect((await copy(set, 1)).body.code).toBe("stale");
  const values = { clientId: practice.clientId, kind: "note" as const, body: "x" };
  await testApp.deps.db.insert(templates).values(
    Array.from({ length: templateLimits.perKind }, (_, index) => ({
      ...values,
      title: `${index}`,
    })),
  );
  const { body } = await copy(set, 2);
  expect(body.plans[0]?.result).toBe("full");
  expect(await auditedCopies()).toEqual([]);
  const nobody = await asOwner("POST", `/template-sets/${set._id}/copies`, {
    ...{ practices: [crypto.randomUUID()], version: 2 },
  });
  expect(nobody.status).toBe(404);
});

test("a practice's page lists the sets it has and the published sets it could get", async () => {
  const has = await published([aNote]);
  const could = await published([aNote]);
  const draft = await newSet([aNote]);
  await copy(has, 1);
  const { body } = await asOwner("GET", `/clients/${practice.clientId}`);
  const { copied, others } = body.templateSets;
  expect(copied).toMatchObject([{ _id: has._id, isBehind: false }]);
  const ids = others.map(({ _id }: { _id: string }) => _id);
  expect(ids).toContain(could._id);
  expect(ids).not.toContain(draft._id);
});

// ── Updates ─────────────────────────────────────────────────────────────────────────────────────

test("a manager can take one update and postpone the other until the next version", async () => {
  const set = await published([aNote, anEmail]);
  await copy(set, 1);
  expect((await updates()).updates).toEqual([]);
  await edit(set, aNote.title, { body: "New note" });
  await edit(set, anEmail.title, { body: "<p>New email</p>" });
  await publish(set, 2, "Both are shorter");
  const mine = (await ownTemplates()).find(({ kind }) => kind === "note");
  await asPractice("PUT", `/templates/${mine?._id}`, { ...aNote, body: "Mine" });

  const [update] = (await updates()).updates;
  expect(update).toMatchObject({ version: 2, notes: ["Both are shorter"], isPutOff: false });
  expect(update?.offers).toMatchObject([
    { title: aNote.title, isEdited: true, from: { body: "Mine" }, to: { body: "New note" } },
    { title: anEmail.title, isEdited: false, to: { body: "<p>New email</p>" } },
  ]);
  expect(await behind(set)).toEqual([1, true]);
  expect((await take(update, [anEmail.title])).body.taken).toBe(1);
  expect((await take(update, [anEmail.title])).body.taken).toBe(0);
  expect(bodiesOf(await ownTemplates())).toEqual(["<p>New email</p>", "Mine"]);
  const [left] = (await updates()).updates;
  expect([left?.isPutOff, left?.offers.length]).toEqual([true, 1]);

  await edit(set, aNote.title, { body: "Newest note" });
  await publish(set, 3, "And the note");
  const [next] = (await updates()).updates;
  expect(next).toMatchObject({
    version: 3,
    isPutOff: false,
    notes: ["And the note", "Both are shorter"],
  });
  expect((await take(next, [aNote.title])).body.taken).toBe(1);
  expect((await updates()).updates).toEqual([]);
  expect(await behind(set)).toEqual([0, false]);
});

test("'Not now' stays in effect after a version that doesn't change the practice's templates", async () => {
  const set = await published([aNote, anEmail]);
  await copy(set, 1);
  await edit(set, aNote.title, { body: "New note" });
  await publish(set, 2);
  await take((await updates()).updates[0], []);
  expect((await updates()).updates[0]?.isPutOff).toBe(true);
  const email = (await ownTemplates()).find(({ kind }) => kind === "email");
  await asPractice("DELETE", `/templates/${email?._id}`);
  await edit(set, anEmail.title, { body: "<p>For others</p>" });
  await publish(set, 3);
  expect((await updates()).updates[0]).toMatchObject({ isPutOff: true, version: 3 });
  expect(bodiesOf(await ownTemplates())).toEqual([aNote.body]);
});

test("a new template whose title is taken gets another title, and a new automatic email is off", async () => {
  const set = await published([aNote]);
  await copy(set, 1);
  await asPractice("POST", "/templates", { ...anEmail, body: "<p>Ours</p>" });
  const email = await add(set, anEmail);
  await add(set, anAuto);
  await publish(set, 2);
  const [update] = (await updates()).updates;
  expect(update?.offers).toMatchObject([
    { _id: email, change: "new", isTitleTaken: true },
    { change: "new", isTitleTaken: false },
  ]);
  await take(update, [anEmail.title, anAuto.title]);
  const titles = (await ownTemplates()).map(({ title, isActive }) => [title, isActive]);
  expect(titles).toEqual([
    [aNote.title, false],
    [anEmail.title, false],
    [`${anEmail.title} (2)`, false],
    [anAuto.title, false],
  ]);
  expect((await updates()).updates).toEqual([]);
});

test("an active automatic email stays active when it's updated", async () => {
  const set = await published([anAuto]);
  await copy(set, 1);
  const [auto] = await ownTemplates();
  await asPractice("PUT", `/templates/${auto?._id}`, { ...anAuto, isActive: true });
  await edit(set, anAuto.title, { delayMinutes: 15 });
  await publish(set, 2);
  const [update] = (await updates()).updates;
  expect(update?.offers).toMatchObject([{ isActive: true, isEdited: false }]);
  await take(update, [anAuto.title]);
  expect(await ownTemplates()).toMatchObject([{ isActive: true, delayMinutes: 15 }]);
});

test("the text from before an update can be restored, and the restore can be undone", async () => {
  const set = await published([anEmail]);
  await copy(set, 1);
  await edit(set, anEmail.title, { subject: "New subject", body: "<p>New email</p>" });
  await publish(set, 2);
  await take((await updates()).updates[0], [anEmail.title]);
  const [taken] = await ownTemplates();
  expect(taken?.earlier).toMatchObject({ subject: anEmail.subject, body: anEmail.body });
  const back = await asPractice("POST", `/templates/${taken?._id}/earlier`, {
    changedAt: taken?.changedAt,
  });
  expect(back.body.template).toMatchObject({ subject: anEmail.subject, body: anEmail.body });
  expect(back.body.template.earlier.subject).toBe("New subject");
  // A double click restores the text only once.
  const twice = await asPractice("POST", `/templates/${taken?._id}/earlier`, {
    changedAt: taken?.changedAt,
  });
  expect(twice.body.code).toBe("stale");
  // The update stays postponed, because the manager has already decided.
  expect((await updates()).updates).toMatchObject([{ isPutOff: true, offers: [{}] }]);
  const again = await asPractice("POST", `/templates/${taken?._id}/earlier`, {
    changedAt: back.body.template.changedAt,
  });
  expect(again.body.template.subject).toBe("New subject");
});

test("a template that was never updated has no earlier text to restore", async () => {
  const { body } = await asPractice("POST", "/templates", anEmail);
  const { _id, changedAt, earlier } = body.template;
  expect(earlier).toBeNull();
  expect((await asPractice("POST", `/templates/${_id}/earlier`, { changedAt })).status).toBe(409);
});

test("an update doesn't overwrite a colleague's later change and can't be taken once it is outdated", async () => {
  const set = await published([aNote]);
  await copy(set, 1);
  await edit(set, aNote.title, { body: "New note" });
  await publish(set, 2);
  const seen = await updates();
  const [note] = await ownTemplates();
  await asPractice("PUT", `/templates/${note?._id}`, { ...aNote, body: "A colleague's" });
  expect((await take(seen.updates[0], [aNote.title], seen.asOf)).body.code).toBe("stale");
  expect(bodiesOf(await ownTemplates())).toEqual(["A colleague's"]);
  const later = await updates();
  await edit(set, aNote.title, { body: "Newer note" });
  await publish(set, 3);
  expect((await take(later.updates[0], [aNote.title], later.asOf)).body.code).toBe("stale");
});

test("an update that two managers take at the same time is applied once", async () => {
  const set = await published([aNote]);
  await copy(set, 1);
  await add(set, anEmail);
  await publish(set, 2);
  const [update] = (await updates()).updates;
  const answers = await Promise.all([1, 2].map(() => take(update, [anEmail.title])));
  expect(answers.map(({ body }) => body.taken).toSorted()).toEqual([0, 1]);
  expect(await ownTemplates()).toHaveLength(2);
});

test("templates copied from a deleted set are kept and no longer get updates", async () => {
  const set = await published([aNote]);
  await copy(set, 1);
  await edit(set, aNote.title, { body: "New note" });
  await publish(set, 2);
  const [update] = (await updates()).updates;
  await asOwner("DELETE", `/template-sets/${set._id}`);
  expect((await updates()).updates).toEqual([]);
  expect((await take(update, [aNote.title])).status).toBe(404);
  expect(bodiesOf(await ownTemplates())).toEqual([aNote.body]);
});

test("a member can't see or take updates, and another practice's update returns 404", async () => {
  const set = await published([aNote]);
  await copy(set, 1);
  await edit(set, aNote.title, { body: "New note" });
  await publish(set, 2);
  const member = await signInMember(testApp, practice.clientId);
  const { token } = member;
  expect((await testApp.request("GET", "/api/templates/updates", { token })).status).toBe(403);
  const [update] = (await updates()).updates;
  expect((await take(update, [aNote.title], undefined, token)).status).toBe(403);
  const other = await signInClient(testApp);
  expect((await take(update, [aNote.title], undefined, other.token)).status).toBe(404);
});

test("the console counts a practice as behind exactly when the practice has updates to take", async () => {
  const set = await published([aNote, anEmail, anAuto]);
  await copy(set, 1);
  const steps: [string, () => Promise<unknown>][] = [
    ["a new title alone", () => edit(set, aNote.title, { title: "Voicemail" })],
    ["other words", () => edit(set, anEmail.title, { body: "<p>2</p>" })],
    ["a new template", () => add(set, { ...aNote, title: "Callback" })],
    ["other hours", () => edit(set, anAuto.title, { receivedWhile: "closed" })],
    ["a template fewer", () => remove(set, anAuto.title)],
  ];
  for (const [index, [what, change]] of steps.entries()) {
    await change();
    await publish(set, index + 2);
    const found = (await updates()).updates;
    expect([what, await behind(set)]).toEqual([what, [found.length, found.length > 0]]);
    if (found[0])
      await take(
        found[0],
        found[0].offers.map(({ title }) => title),
      );
    expect([what, await behind(set)]).toEqual([what, [0, false]]);
  }
  // The practice's own edit matches the text of the next version.
  const email = (await ownTemplates()).find(({ title }) => title === anEmail.title);
  await asPractice("PUT", `/templates/${email?._id}`, { ...anEmail, body: "<p>3</p>" });
  await edit(set, anEmail.title, { body: "<p>3</p>" });
  await publish(set, 7);
  expect((await updates()).updates).toEqual([]);
  expect(await behind(set)).toEqual([0, false]);
});

// ── Settings ────────────────────────────────────────────────────────────────────────────────────

const fourDays = weekOf(["09:00", "13:00"], ["14:00", "18:00"]);
const mornings = weekOf(["08:00", "12:00"]);

test("copying a set gives a new practice its business hours and follow-up plan", async () => {
  const before = await ownSettings();
  const set = await newSet();
  await carry(set, { week: fourDays, attemptGaps: ["1h", "1d"] });
  await publish(set, 1);
  const { body } = await copy(set, 1);
  expect(body.plans).toMatchObject([{ settings: ["week", "attemptGaps"], keptSettings: [] }]);
  expect(await ownSettings()).toEqual({
    ...before,
    ...{ week: fourDays, attemptGaps: ["1h", "1d"] },
  });
  expect([(await updates()).updates, await behind(set)]).toEqual([[], [0, false]]);
});

test("copying keeps a setting that the practice has changed, and a later version offers it as edited", async () => {
  await asPractice("PATCH", "/clients/me/desk", { attemptGaps: ["2h"] });
  const set = await newSet();
  await carry(set, { week: fourDays, attemptGaps: ["1h", "1d"] });
  await publish(set, 1);
  const { body } = await copy(set, 1);
  expect(body.plans).toMatchObject([{ settings: ["week"], keptSettings: ["attemptGaps"] }]);
  expect(await ownSettings()).toMatchObject({ week: fourDays, attemptGaps: ["2h"] });
  expect((await updates()).updates).toEqual([]);
  await carry(set, { attemptGaps: ["1d"] });
  await publish(set, 2);
  expect((await updates()).updates).toMatchObject([
    {
      settings: { attemptGaps: { from: ["2h"], to: ["1d"], isEdited: true } },
      ...{ offers: [], notes: ["Better words"], isPutOff: false },
    },
  ]);
  expect(await behind(set)).toEqual([1, true]);
});

test("a practice can take an update to one setting and leave the other setting unchanged", async () => {
  const set = await newSet();
  await carry(set, { week: fourDays, attemptGaps: ["1h", "1d"] });
  await publish(set, 1);
  await copy(set, 1);
  await carry(set, { week: mornings, attemptGaps: ["1d"] });
  await publish(set, 2);
  const [update] = (await updates()).updates;
  expect(update?.settings).toMatchObject({
    week: { from: fourDays, to: mornings, isEdited: false },
    attemptGaps: { from: ["1h", "1d"], to: ["1d"], isEdited: false },
  });
  expect((await takeSettings(update, ["week"])).body.taken).toBe(1);
  expect((await takeSettings(update, ["week"])).body.taken).toBe(0);
  expect(await ownSettings()).toMatchObject({ week: mornings, attemptGaps: ["1h", "1d"] });
  const left = (await updates()).updates;
  expect(left).toMatchObject([{ isPutOff: true }]);
  expect(Object.keys(left[0]?.settings ?? {})).toEqual(["attemptGaps"]);
  expect(await behind(set)).toEqual([1, true]);
  // Changing the hours after an update doesn't offer the same update again.
  await asPractice("PUT", "/clients/me/hours", { ...(await ownHours()), week: fourDays });
  await takeSettings(update, ["attemptGaps"]);
  expect([(await updates()).updates, await behind(set)]).toEqual([[], [0, false]]);
});

test("an update doesn't replace business hours that a colleague has just changed", async () => {
  const set = await newSet();
  await carry(set, { week: fourDays });
  await publish(set, 1);
  await copy(set, 1);
  await carry(set, { week: mornings });
  await publish(set, 2);
  const [update] = (await updates()).updates;
  await asPractice("PUT", "/clients/me/hours", { ...(await ownHours()), week: weekOf() });
  const seen = new Date(testApp.clock.now.getTime() - 1000).toISOString();
  expect((await takeSettings(update, ["week"], seen)).body.code).toBe("stale");
  expect(await ownSettings()).toMatchObject({ week: weekOf() });
});

test("a copy keeps business hours that a manager is saving at the same time", async () => {
  const set = await newSet();
  await carry(set, { week: fourDays });
  await publish(set, 1);
  const hours = { ...(await ownHours()), week: mornings };
  const release = await testApp.hold(
    `select from clients where id = '${practice.clientId}' for no key update`,
  );
  const saving = asPractice("PUT", "/clients/me/hours", hours);
  await testApp.untilWaiting(1);
  const copying = copy(set, 1);
  await testApp.untilWaiting(2);
  await release();
  expect((await saving).status).toBe(200);
  expect((await copying).body.plans).toMatchObject([{ settings: [], keptSettings: ["week"] }]);
  expect(await ownSettings()).toMatchObject({ week: mornings });
});

test("copied business hours don't complete the setup step until someone at the practice saves them or takes an update", async () => {
  const confirmed = async () => [
    (await asPractice("GET", "/clients/me/first-steps")).body.hasHours,
    (await asPractice("GET", "/clients/me/hours")).body.isConfirmed,
  ];
  const set = await newSet();
  await carry(set, { week: fourDays });
  await publish(set, 1);
  await copy(set, 1);
  expect(await ownHours()).toMatchObject({ week: fourDays });
  expect(await confirmed()).toEqual([false, false]);
  await asPractice("PUT", "/clients/me/hours", await ownHours());
  expect(await confirmed()).toEqual([true, true]);

  practice = await signInClient(testApp);
  await copy(set, 1);
  await carry(set, { week: mornings });
  await publish(set, 2);
  expect(await confirmed()).toEqual([false, false]);
  const { updates: offered } = await updates();
  expect((await takeSettings(offered[0], ["week"])).body.taken).toBe(1);
  expect(await confirmed()).toEqual([true, true]);
});

test("a setting can be added to the draft, changed and removed, and the draft shows each state", async () => {
  const set = await newSet();
  const stateOf = async () => {
    const { body } = await asOwner("GET", `/template-sets/${set._id}`);
    return [body.settings.week.state, body.settings.week.value, body.isChanged];
  };
  expect(await stateOf()).toEqual(["published", null, false]);
  await carry(set, { week: fourDays });
  expect(await stateOf()).toEqual(["new", fourDays, true]);
  await publish(set, 1);
  expect(await stateOf()).toEqual(["published", fourDays, false]);
  await carry(set, { week: mornings });
  expect(await stateOf()).toEqual(["changed", mornings, true]);
  await carry(set, { week: null, attemptGaps: ["1d"] });
  expect(await stateOf()).toEqual(["removed", null, true]);
  await publish(set, 2);
  expect(await stateOf()).toEqual(["published", null, false]);
});

test("a copy connects a set's sources with new keys, and copies and updates skip those that the practice has", async () => {
  const website = { kind: "form", name: "Website" };
  const own = await asOwner("POST", "/sources", { ...website, client: practice.clientId });
  expect(own.status).toBe(201);
  const connected = async () => {
    const rows = await testApp.deps.db
      .select()
      .from(sources)
      .where(eq(sources.clientId, practice.clientId))
      .orderBy(sources.id);
    expect(new Set(rows.flatMap(({ formKey }) => formKey ?? [])).size).toBe(rows.length);
    return rows.map(({ kind, name }) => `${kind} ${name}`);
  };
  const set = await newSet();
  const ads = { kind: "google", name: "Search ads" };
  await carry(set, { sources: [website, ads, ads] });
  await publish(set, 1);
  const { body } = await copy(set, 1);
  expect(body.plans).toMatchObject([{ settings: ["sources"], sources: ["Search ads"] }]);
  await copy(set, 1);
  expect(await connected()).toEqual(["form Website", "google Search ads"]);
  expect([(await updates()).updates, await behind(set)]).toEqual([[], [0, false]]);

  const crm = { kind: "webhook", name: "CRM" };
  await carry(set, { sources: [website, crm] });
  await publish(set, 2);
  const [update] = (await updates()).updates;
  expect(update?.settings).toEqual({
    sources: { from: [website, ads], to: [website, crm], isEdited: false },
  });
  expect(await behind(set)).toEqual([1, true]);
  expect((await takeSettings(update, ["sources"])).body.taken).toBe(1);
  expect((await takeSettings(update, ["sources"])).body.taken).toBe(0);
  expect(await connected()).toEqual(["form Website", "google Search ads", "webhook CRM"]);
  expect([(await updates()).updates, await behind(set)]).toEqual([[], [0, false]]);
  const meta = { sources: [{ kind: "meta", name: "Facebook" }] };
  expect((await asOwner("PATCH", `/template-sets/${set._id}/settings`, meta)).status).toBe(422);
});

test("a week without business hours is rejected for a set too", async () => {
  const { _id } = await newSet();
  const week = weekOf().map(() => []);
  const { status } = await asOwner("PATCH", `/template-sets/${_id}/settings`, { week });
  expect(status).toBe(422);
});

/** Monday through Thursday with the given spans, or 10 to 4 if none are given. */
function weekOf(...spans: [string, string][]) {
  const shown = spans.length > 0 ? spans : [["10:00", "16:00"]];
  const day = shown.map(([from, to]) => ({ from, to }));
  return [[], day, day, day, day, [], []];
}

async function carry({ _id }: { _id: string }, change: object) {
  expect((await asOwner("PATCH", `/template-sets/${_id}/settings`, change)).status).toBe(200);
}

async function ownHours() {
  const { timeZone, week, holidays } = (await asPractice("GET", "/clients/me/hours")).body;
  return { timeZone, week, holidays };
}

async function ownSettings() {
  const { userData } = (await asPractice("GET", "/clients/getClient")).body;
  return { ...(await ownHours()), attemptGaps: userData.attemptGaps };
}

function takeSettings(
  update: TemplateUpdate | undefined,
  settings: string[],
  asOf = new Date(testApp.clock.now.getTime() + 60_000).toISOString(),
) {
  const json = { version: update?.version, templates: [], settings, asOf };
  return asPractice("POST", `/templates/updates/${update?.set._id}`, json);
}

function asOwner(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/admin${path}`, { token: owner.token, json });
}

function asPractice(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api${path}`, { token: practice.token, json });
}

async function listed(setId: string) {
  const { body } = await asOwner("GET", "/template-sets");
  return (body.sets as TemplateSet[]).find(({ _id }) => _id === setId);
}

async function newSet(kept: object[] = []): Promise<TemplateSet> {
  const submissionId = crypto.randomUUID();
  const { body } = await asOwner("POST", "/template-sets", {
    ...{ name: `Set ${submissionId}`, submissionId },
  });
  for (const template of kept) await add(body.set, template);
  return (await asOwner("GET", `/template-sets/${body.set._id}`)).body;
}

async function add({ _id: setId }: { _id: string }, template: object): Promise<string> {
  const _id = crypto.randomUUID();
  const path = `/template-sets/${setId}/templates`;
  expect((await asOwner("POST", path, { ...template, _id })).status).toBe(201);
  return _id;
}

async function edit({ _id }: { _id: string }, title: string, change: object) {
  const set = (await asOwner("GET", `/template-sets/${_id}`)).body as TemplateSet;
  const template = set.templates.find((one) => one.title === title);
  const path = `/template-sets/${_id}/templates/${template?._id}`;
  expect((await asOwner("PUT", path, { ...template, ...change })).status).toBe(200);
}

async function remove({ _id }: { _id: string }, title: string) {
  const set = (await asOwner("GET", `/template-sets/${_id}`)).body as TemplateSet;
  const template = set.templates.find((one) => one.title === title);
  await asOwner("DELETE", `/template-sets/${_id}/templates/${template?._id}`);
}

async function publish({ _id }: { _id: string }, number: number, note = "Better words") {
  const { status } = await asOwner("POST", `/template-sets/${_id}/versions`, { number, note });
  expect(status).toBe(201);
}

async function published(kept: object[]): Promise<TemplateSet> {
  const set = await newSet(kept);
  await publish(set, 1);
  return set;
}

function copy(
  { _id }: { _id: string },
  version: number,
): Promise<{ body: { plans: CopyPlan[]; code?: string } }> {
  const json = { practices: [practice.clientId], version };
  return asOwner("POST", `/template-sets/${_id}/copies`, json);
}

async function updates(): Promise<{ updates: TemplateUpdate[]; asOf: string }> {
  return (await asPractice("GET", "/templates/updates")).body;
}

function take(
  update: TemplateUpdate | undefined,
  titles: string[],
  asOf = new Date(testApp.clock.now.getTime() + 60_000).toISOString(),
  token = practice.token,
) {
  const chosen = (update?.offers ?? []).filter(({ title }) => titles.includes(title));
  const json = { version: update?.version, templates: chosen.map(({ _id }) => _id), asOf };
  return testApp.request("POST", `/api/templates/updates/${update?.set._id}`, { token, json });
}

async function ownTemplates(): Promise<Template[]> {
  return (await asPractice("GET", "/templates")).body.templates;
}

function bodiesOf(kept: Template[]) {
  return kept.map(({ body }) => body).toSorted();
}

/**
 * Returns how many practices the list counts as behind, and whether the set's page marks this one.
 */
async function behind({ _id }: { _id: string }): Promise<[number, boolean]> {
  const set = (await asOwner("GET", `/template-sets/${_id}`)).body as TemplateSet;
  const own = set.users.find((user) => user._id === practice.clientId);
  return [(await listed(_id))?.behind ?? 0, own?.isBehind ?? false];
}

function auditedCopies() {
  return testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.clientId, practice.clientId))
    .then((rows) => rows.filter(({ action }) => action === "template_set_copied"));
}
