// Solves a captcha: fetches a challenge from the server and solves it in a web worker or in the
// configured provider's widget. The server verifies the solution. By default there is no puzzle,
// only computing time.
import SolverWorker from "altcha/workers/pbkdf2?worker";
import { api } from "#app/api.ts";
import type { CaptchaChallenge } from "#contract/sessions.ts";
import { type Challenge, type Found, toSolution, usableTime } from "./captcha-solution.ts";
import { askWidget, widgetTokenMs } from "./captcha-widget.ts";

export type SolvedCaptcha = {
  /** The value of a submission's `captcha` field. Undefined if captchas are off. */
  solution: string | undefined;
  /** For how long the solution is valid; null if there is no limit. */
  usableMs: number | null;
};

/**
 * Returns the element in which a provider's widget is rendered. `onAsking`: called when the widget
 * waits for the visitor.
 */
type WidgetPlace = { place: () => HTMLElement | null; onAsking: () => void };

/**
 * Solves a captcha. Throws if the server or the provider can't be reached or rejects the solution.
 */
export async function solveCaptcha(widget: WidgetPlace): Promise<SolvedCaptcha> {
  const response = await api.captcha.$get();
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  const { provider, siteKey, challenge } = (await response.json()) as CaptchaChallenge;
  if (provider === "off") return { solution: undefined, usableMs: null };
  if (!challenge) return solveByWidget(provider, siteKey, widget);
  const askedAt = serverTimeOf(response.headers);
  const solution = toSolution(challenge, await work(challenge));
  await confirm(solution);
  return { solution, usableMs: usableTime(challenge.parameters.expiresAt, askedAt) };
}

async function solveByWidget(
  provider: CaptchaChallenge["provider"],
  siteKey: string | undefined,
  { place, onAsking }: WidgetPlace,
): Promise<SolvedCaptcha> {
  const element = place();
  if (provider === "altcha" || provider === "off" || !siteKey || !element) {
    throw new Error("nothing to solve");
  }
  onAsking();
  const solution = await askWidget(provider, siteKey, element);
  await confirm(solution);
  return { solution, usableMs: widgetTokenMs };
}

async function confirm(solution: string) {
  const check = await api.credentials.$get({ query: { captcha: solution } });
  const { success } = (await check.json()) as { success?: boolean };
  if (!success) throw new Error("not confirmed");
}

/** Reads the server's time from the response, because a visitor's clock may be wrong. */
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
