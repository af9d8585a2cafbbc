// The API's errors, which have one format and a closed list of codes.
import { z } from "zod";
import { SecondFactor } from "./factors.ts";

/** Each error code with its HTTP status. */
export const errorStatus = {
  malformed: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  forbidden: 403,
  cross_origin: 403,
  account_pending: 403,
  account_suspended: 403,
  /** The agency no longer works for the practice. */
  account_ended: 403,
  /** The password was right, but a second factor is needed. The challenge is in `secondFactor`. */
  second_factor_required: 403,
  /** The password was typed too long ago for this operation: see `contract/proofs.ts`. */
  proof_required: 403,
  account_deactivated: 403,
  /** The shared device is locked. */
  device_locked: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  same_call: 409,
  /** Someone else has saved a newer version than the one that was read. */
  stale: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** Why a field was rejected. `content/messages.ts` has the sentence for each code. */
export const fieldCodes = [
  "required",
  "invalid",
  "too_long",
  "too_short",
  "not_an_email",
  "bad_characters",
  "mismatch",
  "captcha",
  "unknown_admin_id",
  "common_password",
  "too_short_password",
  "wrong_password",
  "dead_link",
  "wrong_code",
  "dead_code",
  "wrong_app_code",
  "not_a_pin",
  "easy_pin",
  "wrong_pin",
  "too_many_pins",
  /** The name contains a URL, an email address or a phone number. */
  "not_a_name",
  "not_initials",
  "initials_taken",
  "not_a_phone",
  "number_taken",
  /**
   * The number looks unusual. Only the browser uses this code, and asks once before it saves the
   * number as typed.
   */
  "unusual_phone",
  "not_a_state",
  "not_a_zip",
  "not_a_time",
  "ends_before_it_begins",
  "overlaps",
  "never_open",
  "unknown_time_zone",
  "not_a_date",
  "no_such_day",
  "in_the_future",
  /** The day hasn't started yet. */
  "future_day",
  /** The amount has more than two decimals. */
  "part_of_cent",
  "in_the_past",
  "before_inquiry",
  "too_far_off",
  "not_a_web_address",
  "not_an_origin",
  "not_a_calendar_url",
  "not_a_host",
  "not_a_port",
  "not_a_version",
  "not_a_sid",
  "not_a_customer_id",
  "not_e164",
  "secret_again",
  "not_digits",
  "merge_field",
  "not_a_picture",
  "missing_picture",
  "repeated_column",
  "no_contact_column",
  "too_many_contact_columns",
  "too_many_pictures",
  "slot_taken",
  "out_of_range",
  "too_many_lines",
  /** The text doesn't say how to opt out. */
  "no_opt_out",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** An API error has a sentence for people, a code for programs, and a sentence for each field. */
export const ApiError = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  errors: z.record(z.string(), z.string()).optional(),
  /** Set only if the code is `second_factor_required`. */
  secondFactor: SecondFactor.optional(),
  status: z.int(),
});
export type ApiError = z.infer<typeof ApiError>;

type Issue = z.core.$ZodIssue;

/** The maximum number of fields that a response lists. */
const maxFields = 50;

/**
 * Returns the first error of each field by the field's dotted path, for at most `maxFields` fields.
 * For a union, reports the errors of the variant whose literals match the input, so that a form
 * gets errors for its own fields.
 */
export function fieldCodesOf(error: z.ZodError): Record<string, FieldCode> {
  const codes = new Map<string, FieldCode>();
  for (const issue of flatten(error.issues)) {
    const path = issue.path.map(String).join(".");
    if (!codes.has(path)) codes.set(path, codeOf(issue));
    if (codes.size >= maxFields) break;
  }
  return Object.fromEntries(codes);
}

function* flatten(issues: Issue[]): Generator<Issue> {
  for (const issue of issues) {
    if (issue.code !== "invalid_union" || issue.errors.length === 0) {
      yield issue;
      continue;
    }
    const matching = issue.errors.find((variant) => variant.every((inner) => !isLiteral(inner)));
    const inner = matching ?? issue.errors[0] ?? [];
    for (const one of flatten(inner)) yield { ...one, path: [...issue.path, ...one.path] };
  }
}

function isLiteral(issue: Issue): boolean {
  return issue.code === "invalid_value" && issue.path.length === 1;
}

function codeOf(issue: Issue): FieldCode {
  const said = fieldCodes.find((code) => code === issue.message);
  if (said) return said;
  if (issue.code === "too_big") return "too_long";
  if (issue.code === "too_small") return issue.minimum === 1 ? "required" : "too_short";
  if (issue.code === "invalid_type" && issue.input === undefined) return "required";
  return "invalid";
}
