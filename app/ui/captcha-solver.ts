// The work behind the captcha: a challenge from the server, solved in a worker, confirmed by the
// server. No puzzle: the browser's time is the price.
import SolverWorker from "altcha/workers/pbkdf2?worker";
import { api } from "#app/api.ts";
import type { CaptchaChallenge } from "#contract/sessions.ts";
import { type Challenge, type Found, toSolution, usableTime } from "./captcha-solution.ts";

export type SolvedCaptcha = {
  /** What a submission carries as its field `captcha`; undefined where captchas are off. */
  solution: string | undefined;
  /** How long it can be used; null: as long as you like. */
  usableMs: number | null;
};

/** Throws when the server is away or does not confirm. */
export async function solveCaptcha(): Promise<SolvedCaptcha> {
  const response = await api.captcha.$get();
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  const { challenge } = (await response.json()) as CaptchaChallenge;
  if (!challenge) return { solution: undefined, usableMs: null };
  const askedAt = serverTimeOf(response.headers);
  const solution = toSolution(challenge, await work(challenge));
  const check = await api.credentials.$get({ query: { captcha: solution } });
  const { success } = (await check.json()) as { success?: boolean };
  if (!success) throw new Error("not confirmed");
  return { solution, usableMs: usableTime(challenge.parameters.expiresAt, askedAt) };
}

/** A visitor's own clock may be an hour wrong. */
function serverTimeOf(headers: Headers): Date {
  const said = new Date(headers.get("date") ?? Number.NaN);
  return Number.isNaN(said.getTime()) ? new Date() : said;
}

function work(challenge: Challenge): Promise<Found> {
  const worker = new SolverWorker();
  return new Promise<Found>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Found | { error: unknown } | null>) => {
      if (data && "counter" in data) resolve(data);
      else reject(new Error("not solved"));
    };
    worker.onerror = () => reject(new Error("the worker did not start"));
    worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1 });
  }).finally(() => worker.terminate());
}
