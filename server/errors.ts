// Errors that can be explained to people, and their mapping to HTTP responses.

import { visitorWords } from "#content/visitor-words.ts";
import { type ApiError, type ErrorCode, errorStatus, type FieldCode } from "#contract/errors.ts";
import type { SecondFactor } from "#contract/factors.ts";
import type { Language } from "#contract/languages.ts";

/** An expected error with its reason. Any other thrown value is unexpected. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, FieldCode>;
  /** How many seconds to wait before a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** The message for people, where the code alone isn't clear enough. */
  readonly sentence: string | undefined;
  /** Set only if the code is `second_factor_required`. */
  readonly secondFactor: SecondFactor | undefined;
  /** Like `sentence`, but per field. */
  readonly fieldSentences: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: {
      sentence?: string;
      fields?: Record<string, FieldCode>;
      fieldSentences?: Record<string, string>;
      retryAfterSeconds?: number;
      secondFactor?: SecondFactor;
    } = {},
  ) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.sentence = options.sentence;
    this.fields = options.fields ?? {};
    this.fieldSentences = options.fieldSentences ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.secondFactor = options.secondFactor;
  }
}

/**
 * Maps any thrown value to an error in the contract's format with its headers, in the page's
 * language.
 */
export function answerError(
  error: unknown,
  language: Language = "en",
): { body: ApiError; headers: Record<string, string> } {
  const refusal = asRefusal(error);
  const words = visitorWords[language];
  const errors = Object.fromEntries(
    Object.entries(refusal.fields).map(([field, code]) => [
      field,
      refusal.fieldSentences[field] ?? words.fieldErrors[code],
    ]),
  );
  return {
    body: {
      message: refusal.sentence ?? words.errors[refusal.code],
      code: refusal.code,
      ...(Object.keys(errors).length > 0 && { errors }),
      ...(refusal.secondFactor && { secondFactor: refusal.secondFactor }),
      status: errorStatus[refusal.code],
    },
    headers: refusal.retryAfterSeconds ? { "Retry-After": String(refusal.retryAfterSeconds) } : {},
  };
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return new AppError("unavailable", { retryAfterSeconds: 5 });
  return new AppError("internal");
}

// These errors are retryable: connection refused or lost, server starting or stopping (57P0x), too
// many connections (53300), full disk (53100), out of memory (53200), failing disk (58030),
// statement timeout (57014), lock timeout (55P03), deadlock (40P01), serialization failure (40001).
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[1-5]|53[1-3]00|58030|08\w{3}|57014|55P03|40P01|40001)$/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseUnavailable(error.cause)) return true;
  if ("code" in error && typeof error.code === "string" && unavailableCodes.test(error.code))
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
    error.message,
  );
}
