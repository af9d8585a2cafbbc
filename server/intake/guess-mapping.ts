// Guesses where a webhook's body has the person, for a source without a mapping. The names are
// written as they are compared, without spaces: cspell:disable
import { emailAddress } from "#contract/fields.ts";
import type { MappedField, WebhookMapping } from "#contract/sources.ts";
import type { BodyPlace } from "./body-places.ts";

type Guessed = Exclude<MappedField, "externalId">;

/** Letters and digits of the names by which systems send each field, the likeliest first. */
const usualNames: Record<Guessed, string[]> = {
  firstName: ["firstname", "fname", "givenname", "first", "yourfirstname"],
  lastName: ["lastname", "lname", "surname", "familyname", "last", "yourlastname"],
  fullName: ["fullname", "name", "yourname", "contactname", "leadname", "patientname"],
  email: ["email", "emailaddress", "youremail", "workemail", "mail", "contactemail"],
  phone: [
    ...["phone", "phonenumber", "mobile", "mobilephone", "mobilenumber", "cell", "cellphone"],
    ...["telephone", "tel", "yourphone", "contactphone", "workphone"],
  ],
  message: ["message", "yourmessage", "comments", "comment", "notes", "note", "question"],
  submittedAt: ["submittedat", "submissiontime", "createdat", "createdtime", "timestamp"],
};

/** What they name is not the person who asks. */
const othersThanPerson =
  /^(form|campaign|company|business|practice|location|page|site|account|owner|user|ad|adset|utm)/;

/**
 * The usual names, nearest to the outside first; null when nobody could be reached by what they
 * contain. Never guesses the sender's id: the wrong one would be the same for several people.
 */
export function guessMapping(places: BodyPlace[]): WebhookMapping | null {
  const found = (Object.keys(usualNames) as Guessed[]).map((field) => [
    field,
    findPlace(places, field),
  ]);
  const mapping: WebhookMapping = Object.fromEntries(
    found.filter(([, pointer]) => pointer !== undefined),
  );
  return mapping.email || mapping.phone ? mapping : null;
}

function findPlace(places: BodyPlace[], field: Guessed): string | undefined {
  const rank = (place: BodyPlace) => usualNames[field].indexOf(bare(place.name));
  const [best] = places
    .filter((place) => rank(place) >= 0 && isPlausible(field, place))
    .filter(({ parents }) => !parents.some((parent) => othersThanPerson.test(bare(parent))))
    .toSorted((one, other) => one.parents.length - other.parents.length || rank(one) - rank(other));
  return best?.pointer;
}

function isPlausible(field: Guessed, { values }: BodyPlace): boolean {
  const text = values.join(" ").trim();
  if (field === "email") return emailAddress.safeParse(text).success;
  if (field === "phone") return text.replace(/\D/g, "").length >= 7;
  return true;
}

/** Longer names are nobody's. */
const maxNameLength = 100;

function bare(name: string): string {
  return name
    .slice(0, maxNameLength)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
