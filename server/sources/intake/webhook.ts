// Leads from any other system, which posts JSON of any shape or a form to the key of its source.
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { parseKeepingIds } from "#server/http/json.ts";
import type { KeyedSource } from "./keyed-sources.ts";
import { attributionIn } from "./reader/attribution.ts";
import { fieldsOf, nested, textAt } from "./reader/fields.ts";
import { asIncoming, type FoundPerson, readPerson } from "./reader/reader.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { hashOf } from "./store-submission.ts";
import { readFormEncoded } from "./submission.ts";
import { submitTime } from "./submit-time.ts";

/** Reads a submission. Throws `malformed` for anything but a form or a JSON object. */
export async function readWebhook(
  _deps: Deps,
  source: KeyedSource,
  { body: text, isFormEncoded, isTest, receivedAt }: ReceivedBody,
): Promise<Reading> {
  const body = webhookBody(text, isFormEncoded);
  const sent = fieldsOf(body);
  const { attribution, said } = attributionIn(sent);
  const fields = sent.filter((field) => !said.includes(field));
  const mapping = source.mapping ? { body, of: source.mapping } : undefined;
  const found = readPerson(fields, { isFormEncoded, mapping });
  // Without a mapping, a name alone isn't enough, because it may be the form's name.
  if (!found || !(mapping || found.isReachable)) return { result: "unmapped" };
  const idPath = source.mapping?.externalId;
  const externalId = textAt(body, idPath).trim();
  // A mapping without the message leaves it to the names of the fields.
  const message = source.mapping?.message
    ? found.message
    : (found.message ?? readPerson(fields, { isFormEncoded })?.message);
  const others = idPath
    ? fields.filter(({ path, position }) => ![path, position].includes(idPath))
    : fields;
  return {
    submission: {
      person: asIncoming(others, found),
      submittedAt: submitTime([found.submittedAt], receivedAt),
      attribution,
      isTest,
      // The identity is a hash, because an id may have any length. It includes the person, so that
      // an id that everyone shares doesn't make everyone the same person.
      identity: externalId
        ? `webhook:${hashOf(JSON.stringify([externalId, ...namesOf(found)]))}`
        : `body:${hashOf(text)}`,
      isBriefly: externalId === "",
      // The id may be a contact's, who inquires again.
      words: externalId ? (message?.values.join("\n").trim() ?? "") : undefined,
    },
  };
}

/**
 * Identifies a person by phone number and email address, or by name without either, so that
 * correcting a name doesn't make another person.
 */
function namesOf({ phone, email, firstName, lastName }: FoundPerson): string[] {
  return phone || email ? [phone, email] : [firstName, lastName];
}

/** Returns the object in which a mapping's paths are looked up. Throws `malformed`. */
export function webhookBody(text: string, isFormEncoded: boolean): object {
  const body = isFormEncoded ? nested(readFormEncoded(text)) : parseKeepingIds(text);
  if (typeof body !== "object" || body === null) throw new AppError("malformed");
  return body;
}
