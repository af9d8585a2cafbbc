// Adds an owner's set with two versions, and a practice's copy of the first version.
import { randomUUID } from "node:crypto";
import type { PublishedTemplate } from "#contract/template-sets.ts";
import { practiceTemplateSets, templateSets, templateSetVersions } from "#server/db/schema.ts";
import type { TestApp } from "./test-app.ts";

type Account = { accountId: string };

/** Adds a set whose draft differs from version 2. All its texts contain `word`. */
export async function plantSet({ deps }: TestApp, { accountId }: Account, word: string) {
  const [setId, templateId] = [randomUUID(), randomUUID()];
  const publishedAt = deps.now();
  const template: PublishedTemplate = {
    ...{ _id: templateId, kind: "email", title: `${word} title`, subject: `${word} subject` },
    ...{ body: `<p>${word} body</p>`, language: "en", delayMinutes: 0, isInOpenHoursOnly: false },
    ...{ receivedWhile: "any", firstIn: 1, changedIn: 1 },
  };
  const newer = { ...template, body: `<p>${word} newer body</p>`, changedIn: 2 };
  const draft = { ...newer, body: `<p>${word} draft</p>`, changedAt: publishedAt.toISOString() };
  await deps.db
    .insert(templateSets)
    .values({ id: setId, name: `${word} set ${setId}`, templates: [draft] });
  const version = { setId, note: `${word} change`, accountId, publishedAt };
  await deps.db.insert(templateSetVersions).values([
    { ...version, number: 1, templates: [template] },
    { ...version, number: 2, templates: [newer] },
  ]);
  return { setId, templateId, template };
}

/** Returns the columns that make a practice's template a copy with an available update. */
export async function plantCopy(
  testApp: TestApp,
  practice: Account & { clientId: string },
  word: string,
) {
  const { setId, templateId: setTemplateId, template } = await plantSet(testApp, practice, word);
  const { clientId, accountId } = practice;
  await testApp.deps.db.insert(practiceTemplateSets).values({
    ...{ clientId, setId, copiedVersion: 1, decidedVersion: 1 },
    ...{ copiedAt: testApp.clock.now, accountId },
  });
  const { subject, body, language, delayMinutes, isInOpenHoursOnly, receivedWhile } = template;
  const times = { delayMinutes, isInOpenHoursOnly, receivedWhile };
  const words = { subject, body, language, ...times, setVersion: 1 };
  const earlier = { ...words, replacedAt: testApp.clock.now.toISOString() };
  return { setId, setTemplateId, setVersion: 1, earlier };
}
