// Sends requests to a server, either one after the other or as fast as several connections can.
import { Agent, get } from "node:http";
import autocannon from "autocannon";
import { median } from "./report.ts";

export type Target = { url: string; headers: Record<string, string> };

const warmUps = 30;

/**
 * Sends this many requests, one after the other on one connection, and returns the time of each in
 * milliseconds.
 */
export async function timeAlone(target: Target, requests: number): Promise<number[]> {
  const times: number[] = [];
  await askOneByOne(target, (time) => times.push(time) < warmUps + requests);
  return times.slice(warmUps);
}

/** Like `timeAlone`, but sends requests until something else is over. */
export async function timeUntil(target: Target, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  await askOneByOne(target, (time) => times.push(time) > 0 && !isOver());
  return times;
}

async function askOneByOne(target: Target, goesOn: (time: number) => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const begun = performance.now();
    await ask(target, agent);
    if (!goesOn(performance.now() - begun)) break;
  }
  agent.destroy();
}

function ask({ url, headers }: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume();
      answer.on("end", resolve);
    });
    request.on("error", reject);
  });
}

const rounds = 3;
const roundSeconds = 1;

/**
 * Returns how many requests per second each target serves. The targets alternate, so a busy moment
 * affects all of them.
 */
export async function compareLoad<Name extends string>(
  targets: Record<Name, Target>,
  connections: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(targets) as Name[];
  const measured = names.map((name) => ({ name, rates: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, rates } of measured) {
      const duration = roundSeconds;
      const { requests, non2xx, errors } = await autocannon({
        ...targets[name],
        connections,
        duration,
      });
      if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx + errors} requests failed`);
      rates.push(requests.average);
    }
  }
  return Object.fromEntries(measured.map(({ name, rates }) => [name, median(rates)])) as Record<
    Name,
    number
  >;
}
