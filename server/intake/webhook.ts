// Leads from any other system, which posts JSON of its own shape to its source's key.
import type { IncomingLead } from "#contract/inquiries.ts";
import type { WebhookMapping } from "#contract/sources.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { parseKeepingIds } from "#server/json.ts";
import { type BodyPlace, placesOf, textAt } from "./body-places.ts";
import { guessMapping } from "./guess-mapping.ts";
import type { KeyedSource } from "./keyed-sources.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { hashOf } from "./store-submission.ts";
import { submitTime } from "./submit-time.ts";
import { isPhoneLength, oneLine, readTypedPerson } from "./typed-person.ts";

/** Throws `malformed` for anything but a JSON object. */
export async function readWebhook(
  _deps: Deps,
  source: KeyedSource,
  { body: text, isTest, receivedAt }: ReceivedBody,
): Promise<Reading> {
  const body = parseKeepingIds(text);
  if (typeof body !== "object" || body === null) throw new AppError("malformed");
  const places = placesOf(body);
  const mapping = source.mapping ?? guessMapping(places);
  const person = mapping && readMapped(body, mapping, places);
  if (!person) return { result: "unmapped" };
  const externalId = textAt(body, mapping.externalId).trim();
  return {
    submission: {
      person,
      submittedAt: submitTime([textAt(body, mapping.submittedAt)], receivedAt),
      isTest,
      // Hashed: it may be of any length.
      identity: externalId ? `webhook:${hashOf(externalId)}` : `body:${hashOf(text)}`,
      isBriefly: externalId === "",
    },
  };
}

/** The person, with everything else as answers; null when there is none. */
function readMapped(
  body: unknown,
  mapping: WebhookMapping,
  places: BodyPlace[],
): IncomingLead | null {
  const said = (field: keyof WebhookMapping) => oneLine(textAt(body, mapping[field]));
  const [firstOfFull = "", ...restOfFull] = said("fullName").split(/\s+/);
  const phone = said("phone");
  const person = readTypedPerson({
    firstName: said("firstName") || firstOfFull,
    lastName: said("lastName") || restOfFull.join(" "),
    email: said("email"),
    phone: isPhoneLength(phone) ? phone : "",
  });
  const typed = [person.firstName, person.lastName, said("email"), phone];
  if (!typed.some(Boolean)) return null;
  // An unusable address or number stays among the answers.
  const held = new Set([
    ...(["firstName", "lastName", "fullName", "submittedAt", "externalId"] as const).map(
      (field) => mapping[field],
    ),
    ...(person.email ? [mapping.email] : []),
    ...(person.phone ? [mapping.phone] : []),
  ]);
  const others = places.filter(({ pointer }) => !held.has(pointer));
  // The message first: of very many answers the last are dropped.
  const isMessage = ({ pointer }: BodyPlace) => pointer === mapping.message;
  const ordered = [...others.filter(isMessage), ...others.filter((one) => !isMessage(one))];
  return { ...person, answers: ordered.map(({ name, values }) => ({ name, values })) };
}
