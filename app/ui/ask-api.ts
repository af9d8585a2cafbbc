// One question to the API, and the three ways it can end: an answer, a refusal, no answer at all.
import { errorMessages, formMessages } from "#content/messages.ts";
import { ApiError, type ErrorCode } from "#contract/errors.ts";

/** What the typed client gives; also a plain `Response`. */
export type ApiResponse = { ok: boolean; status: number; json(): Promise<unknown> };

/** What a call answers when it is not refused. */
export type AnswerOf<R extends ApiResponse> = Exclude<Awaited<ReturnType<R["json"]>>, ApiError>;

export type Refusal = {
  /** A sentence for people. */
  message: string;
  /** `no_answer`: the network or the server is away; nobody knows whether it was done. */
  code: ErrorCode | "no_answer";
  /** A sentence per field. */
  errors: Record<string, string>;
  /** HTTP status; 0 when there was no answer. */
  status: number;
};

export type Outcome<Answer> =
  | { isDone: true; answer: Answer }
  | { isDone: false; refusal: Refusal };

/** Longer than any good answer takes; a form must not wait for ever. */
const patienceMs = 30_000;

/** `const outcome = await askApi(() => api.contact.$post({ json }))`. Never throws. */
export async function askApi<R extends ApiResponse>(
  call: () => Promise<R>,
): Promise<Outcome<AnswerOf<R>>> {
  const response = await withinPatience(call);
  if (!response) return refuse("no_answer", formMessages.noAnswer, 0);
  const body = await withinPatience(() => response.json());
  if (response.ok && body !== undefined) {
    return { isDone: true, answer: body as AnswerOf<R> };
  }
  const refusal = ApiError.safeParse(body).data;
  if (refusal) return { isDone: false, refusal: { ...refusal, errors: refusal.errors ?? {} } };
  // Something between us and the server answered in its own way.
  if (response.status >= 500)
    return refuse("unavailable", errorMessages.unavailable, response.status);
  return refuse("malformed", formMessages.unreadable, response.status);
}

/** For loaders, which look at the status themselves: the body of an answer that is no refusal. */
export async function bodyOf<R extends ApiResponse>(response: R): Promise<AnswerOf<R>> {
  return (await response.json()) as AnswerOf<R>;
}

async function withinPatience<T>(call: () => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
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
