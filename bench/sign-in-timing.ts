// Measures what an attacker can learn from timing: how long login, recovery and registration take
// for an email address with an account and for one without. The times must look the same.
import { makeOwner, makePractice, openTools } from "#server/db/make.ts";
import { forget, launchProduct, makeDataDir } from "./product.ts";
import { type Figure, percentile } from "./report.ts";

const rounds = 60;
const warmUp = 8;

type Ask = (email: string) => { path: string; body: object };

export async function signInTiming(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const product = await launchProduct(dataDir);
  const tools = await openTools({ dataDir });
  const { adminCode } = await makeOwner(tools);
  const { email: known } = await makePractice(tools);
  await tools.close();
  const asks: Record<string, Ask> = {
    "sign-in": (email) => ({
      path: "/api/credentials",
      body: { email, password: "not the password" },
    }),
    recover: (email) => ({ path: "/api/credentials/recover", body: { email } }),
    registration: (email) => ({ path: "/api/clients", body: aRegistration(email, adminCode) }),
  };
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(asks)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < rounds + warmUp; round += 1) {
      // The two alternate and take turns being first, so that other load on the machine affects
      // both.
      const order = round % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of order) {
        const email = kind === "known" ? known : `nobody-${name}-${round}@example.com`;
        const taken = await timeOf(product.origin, ask(email));
        if (round >= warmUp) times[kind].push(taken);
      }
    }
    for (const kind of ["known", "unknown"] as const) {
      figures.push({
        name: `${name}, ${kind} address`,
        measured: spread(times[kind]),
        budget: "alike",
        bare: kind === "unknown" ? comparison(times.known, times.unknown) : "none",
      });
    }
  }
  await product.stop();
  forget(dataDir);
  return figures;
}

async function timeOf(origin: string, { path, body }: ReturnType<Ask>): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.text();
  if (answer.status >= 500 || answer.status === 422) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - startedAt;
}

function aRegistration(email: string, adminCode: string) {
  return {
    firstName: "Priya",
    lastName: "Raman",
    email,
    password: "seventeen calm otters",
    address: "1 Bayshore Boulevard",
    city: "Tampa",
    state: "FL",
    zip: "33606",
    phone: "(813) 555-0142",
    admin_id: adminCode,
  };
}

/** Formats the 10th, 50th and 90th percentiles. */
function spread(times: number[]): string {
  const [low, middle, high] = [0.1, 0.5, 0.9].map((part) => percentile(times, part).toFixed(1));
  return `${low} / ${middle} / ${high} ms`;
}

/** Formats how often the unknown email address was faster. 50% reveals nothing. */
function comparison(known: number[], unknown: number[]): string {
  const quicker = known.filter((taken, round) => taken > (unknown[round] ?? 0)).length;
  return `none; unknown was quicker in ${Math.round((100 * quicker) / known.length)} %`;
}
