// Makes the demo's template set, with two versions, a copy at the demo practice, and an available
// update.
import { randomUUID } from "node:crypto";
import { demoTemplateSet as content } from "#content/demo.ts";
import { copySet } from "#server/messages/template-sets/copies.ts";
import { addTemplate, changeTemplate, publish } from "#server/messages/template-sets/draft.ts";
import { addSet } from "#server/messages/template-sets/template-sets.ts";
import type { Tools } from "./make.ts";

type Account = { accountId: string };

export async function seedTemplateSet(
  tools: Tools,
  owner: Account,
  practice: { clientId: string },
): Promise<void> {
  const visitor = { address: "127.0.0.1", device: "Demo" };
  const set = { name: content.name, submissionId: randomUUID() };
  const setId = set.submissionId;
  await addSet(tools, visitor, owner, set);
  const ids = new Map(content.templates.map(({ title }) => [title, randomUUID()]));
  for (const template of content.templates) {
    await addTemplate(tools, setId, { ...template, _id: ids.get(template.title) ?? "" });
  }
  const [first = "", second = ""] = content.notes;
  await publish(tools, visitor, owner, setId, { number: 1, note: first });
  await copySet(tools, visitor, owner, setId, { practices: [practice.clientId], version: 1 });
  for (const template of content.better) {
    await changeTemplate(tools, setId, ids.get(template.title) ?? "", template);
  }
  await publish(tools, visitor, owner, setId, { number: 2, note: second });
}
