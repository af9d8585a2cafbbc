// Sends an API request. The result is a response, a rejection, or that there was no response.
import { unreachableMessage } from "#content/messages.ts";
import { english, type Words } from "#content/words.ts";
import { ApiError, type ErrorCode } from "#contract/errors.ts";
import type { SecondFactor } from "#contract/factors.ts";
import { askForProof } from "./proof/ask-for-proof.ts";

/** What the typed client returns; a plain `Response` fits too. */
export type ApiResponse = { ok: boolean; status: number; json(): Promise<unknown> };

/** The body of a successful response. */
export type AnswerOf<R extends ApiResponse> = Exclude<Awaited<ReturnType<R["json"]>>, ApiError>;

export type Refusal = {
  /** A message to show to people. */
  message: string;
  /**
   * `no_answer`: the network or the server is down, and it isn't known whether the request was
   * processed.
   */
  code: ErrorCode | "no_answer";
  /** An error message per field. */
  errors: Record<string, string>;
  /** The HTTP status, or 0 if there was no response. */
  status: number;
  /** Set if the code is `second_factor_required`. */
  secondFactor?: SecondFactor | undefined;
};

export type Outcome<Answer> =
  | { isDone: true; answer: Answer }
  | { isDone: false; refusal: Refusal };

/** The messages that the browser shows itself if no response arrives. */
type SaidHere = Pick<Words, "errors" | "form">;
const outsideForms: SaidHere = {
  ...english,
  form: { ...english.form, noAnswer: unreachableMessage },
};

/** Requests are given up after this time, which is longer than any normal response takes. */
const timeoutMs = 30_000;

/**
 * Sends a request: `const outcome = await askApi(() => api.contact.$post({ json }))`. Never throws.
 * If the server asks for a recent proof of who the person is, the screen's dialog gets that proof,
 * and the request is sent once more. `words`: a form's messages, in the form's language.
 */
export async function askApi<R extends ApiResponse>(
  call: () => Promise<R>,
  words: SaidHere = outsideForms,
): Promise<Outcome<AnswerOf<R>>> {
  const outcome = await askOnce(call, words);
  const isProofMissing = !outcome.isDone && outcome.refusal.code === "proof_required";
  return isProofMissing && (await askForProof()) ? askOnce(call, words) : outcome;
}

async function askOnce<R extends ApiResponse>(
  call: () => Promise<R>,
  words: SaidHere,
): Promise<Outcome<AnswerOf<R>>> {
  const response = await withTimeout(call);
  if (!response) return refuse("no_answer", words.form.noAnswer, 0);
  const body = await withTimeout(() => response.json());
  if (response.ok && body !== undefined) {
    return { isDone: true, answer: body as AnswerOf<R> };
  }
  const refusal = ApiError.safeParse(body).data;
  if (refusal) return { isDone: false, refusal: { ...refusal, errors: refusal.errors ?? {} } };
  // The response came from a proxy between the browser and the server.
  if (response.status >= 500)
    return refuse("unavailable", words.errors.unavailable, response.status);
  return refuse("malformed", words.form.unreadable, response.status);
}

/** For loaders, which check the status themselves: returns the body of a successful response. */
export async function bodyOf<R extends ApiResponse>(response: R): Promise<AnswerOf<R>> {
  return (await response.json()) as AnswerOf<R>;
}

/**
 * For loaders: if any response failed, throws, so that the page gets the status of the first one
 * that did.
 */
export function throwUnlessOk(...answers: ApiResponse[]): void {
  const refusal = answers.find(({ ok }) => !ok);
  if (refusal) throw new Response(null, { status: refusal.status });
}

/** For loaders: returns whether the response says that this shared device is locked. */
export async function isLockedOut(response: ApiResponse): Promise<boolean> {
  if (response.status !== 403) return false;
  return ApiError.safeParse(await response.json()).data?.code === "device_locked";
}

/** For loaders: returns whether the response asks for a recent proof of who the person is. */
export async function isProofMissing(response: ApiResponse): Promise<boolean> {
  if (response.status !== 403) return false;
  return ApiError.safeParse(await response.json()).data?.code === "proof_required";
}

async function withTimeout<T>(call: () => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([call(), patience]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function refuse(code: Refusal["code"], message: string, status: number): Outcome<never> {
  return { isDone: false, refusal: { code, message, errors: {}, status } };
}
