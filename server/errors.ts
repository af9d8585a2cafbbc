// Refusals that can be explained, and the one map from them to an HTTP answer.

import { errorMessages, fieldMessages } from "#content/messages.ts";
import { type ApiError, type ErrorCode, errorStatus, type FieldCode } from "#contract/errors.ts";

/** A refusal with its reason. Verbs throw it; anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, FieldCode>;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** What the person reads, where the code alone says too little. */
  readonly sentence: string | undefined;
  /** The same for single fields. */
  readonly fieldSentences: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: {
      sentence?: string;
      fields?: Record<string, FieldCode>;
      fieldSentences?: Record<string, string>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.sentence = options.sentence;
    this.fields = options.fields ?? {};
    this.fieldSentences = options.fieldSentences ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The contract's error for any thrown value, with the headers that belong to it. */
export function answerError(error: unknown): { body: ApiError; headers: Record<string, string> } {
  const refusal = asRefusal(error);
  const errors = Object.fromEntries(
    Object.entries(refusal.fields).map(([field, code]) => [
      field,
      refusal.fieldSentences[field] ?? fieldMessages[code],
    ]),
  );
  return {
    body: {
      message: refusal.sentence ?? errorMessages[refusal.code],
      code: refusal.code,
      ...(Object.keys(errors).length > 0 && { errors }),
      status: errorStatus[refusal.code],
    },
    headers: refusal.retryAfterSeconds ? { "Retry-After": String(refusal.retryAfterSeconds) } : {},
  };
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError("unavailable", { retryAfterSeconds: 5 });
  return new AppError("internal");
}

// Connection refused or lost, a server that starts or stops (57P0x), too many connections (53300),
// a statement that took too long (57014), a pool that waited in vain, two who waited for each other
// (40P01) or could not both be served (40001): the one that was given up may try again.
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[1-5]|53300|08\w{3}|57014|55P03|40P01|40001)$/;

/** Whether this error says that the database cannot be asked just now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseAway(error.cause)) return true;
  if ("code" in error && typeof error.code === "string" && awayCodes.test(error.code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
    error.message,
  );
}
