// Leads from any other system, which posts JSON of its own shape, or a form, to its source's key.
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { parseKeepingIds } from "#server/json.ts";
import type { KeyedSource } from "./keyed-sources.ts";
import { fieldsOf, nested, textAt } from "./reader/fields.ts";
import { asIncoming, readPerson } from "./reader/reader.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { hashOf } from "./store-submission.ts";
import { readFormEncoded } from "./submission.ts";
import { submitTime } from "./submit-time.ts";

/** Throws `malformed` for anything but a form or a JSON object. */
export async function readWebhook(
  _deps: Deps,
  source: KeyedSource,
  { body: text, isFormEncoded, isTest, receivedAt }: ReceivedBody,
): Promise<Reading> {
  const body = webhookBody(text, isFormEncoded);
  const fields = fieldsOf(body);
  const mapping = source.mapping ? { body, of: source.mapping } : undefined;
  const found = readPerson(fields, { isFormEncoded, mapping });
  // Without a mapping, a name alone may be that of the form.
  if (!found || !(mapping || found.isReachable)) return { result: "unmapped" };
  const idPath = source.mapping?.externalId;
  const externalId = textAt(body, idPath).trim();
  const others = idPath
    ? fields.filter(({ path, position }) => ![path, position].includes(idPath))
    : fields;
  return {
    submission: {
      person: asIncoming(others, found),
      submittedAt: submitTime([found.submittedAt], receivedAt),
      isTest,
      // Hashed: it may be of any length.
      identity: externalId ? `webhook:${hashOf(externalId)}` : `body:${hashOf(text)}`,
      isBriefly: externalId === "",
    },
  };
}

/** What a mapping's paths point into. Throws `malformed`. */
export function webhookBody(text: string, isFormEncoded: boolean): object {
  const body = isFormEncoded ? nested(readFormEncoded(text)) : parseKeepingIds(text);
  if (typeof body !== "object" || body === null) throw new AppError("malformed");
  return body;
}
