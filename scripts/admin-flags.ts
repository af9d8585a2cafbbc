// The flags of the owner's command line, with the values that each flag accepts. The password isn't
// a flag.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { adminWords } from "#content/command-line.ts";
import { requiredLine } from "#contract/fields.ts";
import { passwordLimits } from "#contract/sessions.ts";
import { isCommonPassword } from "#server/people/common-passwords.ts";

const text = { type: "string" } as const;
const texts = [
  ["email", "first-name", "last-name", "practice", "phone", "address", "address2", "city", "state"],
  ["zip", "time-zone", "admin-id", "client", "name", "platform", "impressions", "role"],
  ["impressions-as-of", "kind", "page", "form", "page-token", "campaign", "thanks-url", "source"],
].flat();

export const flagOptions = {
  json: { type: "boolean" },
  pending: { type: "boolean" },
  origin: { type: "string", multiple: true },
  ...Object.fromEntries(texts.map((name) => [name, text])),
} as const;

export type Flags = Record<string, string | boolean | string[] | undefined>;

/** The error for a line that can't be run. For an invalid flag, its message is one line. */
export class BadFlag extends Error {}

export const digitsOnly = z.string().regex(/^\d{1,30}$/, adminWords.digits);
export const line = requiredLine(200);
export const webAddress = z
  .url({ protocol: /^https?$/, error: adminWords.webAddress })
  .max(2000, adminWords.tooLong);
/** An origin as browsers send it in the `Origin` header, without a path or even a slash. */
export const webOrigin = webAddress.refine(
  (text) => new URL(text).origin === text,
  adminWords.origin,
);

export function readFlags<Shape extends z.ZodRawShape>(flags: Flags, shape: Shape) {
  const parsed = z.object(shape).safeParse(flags);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadFlag(adminWords.flag(String(issue?.path[0]), issue?.message ?? ""));
}

/** Returns the environment's password, or a new one. `about`: see `isCommonPassword`. */
export async function choosePassword(environment: NodeJS.ProcessEnv, about: string[]) {
  const given = environment.ADMIN_PASSWORD || undefined;
  if (given && given.length < passwordLimits.min) {
    throw new BadFlag(adminWords.shortPassword(passwordLimits.min));
  }
  if (given && (await isCommonPassword(given, about))) {
    throw new BadFlag(adminWords.commonPassword);
  }
  const password = given ?? randomBytes(12).toString("base64url");
  return { password, shown: given ? {} : { password } };
}
