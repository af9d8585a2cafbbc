// Bodies from the documentation of other tools: form plugins, page builders, CRMs, chats, call
// tracking, ad platforms and lead brokers. The people are made up.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSentBody } from "#server/sources/intake/sent-body.ts";
import { webhookBody } from "#server/sources/intake/webhook.ts";
import { fieldsOf } from "./fields.ts";
import { readPerson } from "./reader.ts";

type Sent = {
  tool: string;
  contentType: string;
  body: string;
  /** First name, last name, email, phone; null if the body has no reachable person. */
  expected: [string, string, string, string] | null;
};

const bodies: Sent[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "other-tools.json"), "utf8"),
);

test.each(bodies)(
  "the person in a submission is found: $tool",
  async ({ contentType, body, expected }) => {
    const { body: text, isFormEncoded } = await readSentBody(body, contentType);
    const found = readPerson(fieldsOf(webhookBody(text, isFormEncoded)), { isFormEncoded });
    const person = found?.isReachable
      ? [found.firstName, found.lastName, found.email, found.phone]
      : null;
    // Some of these tools write names in capitals.
    expect(person?.map(lower) ?? null).toEqual(expected?.map(lower) ?? null);
  },
);

function lower(text: string): string {
  return text.toLowerCase();
}
