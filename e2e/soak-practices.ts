// The practices of a simulated day. Each has a web form, an automatic email, one device that gets
// alerts, and a front desk that calls.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFormSource, makeOpenHours, makePractice } from "#server/db/make.ts";
import type { MadePushService } from "#server/testing/push-stand-in.ts";
import type { SimulatedPractice } from "#server/testing/simulated-day.ts";
import { openDeskWithoutBrowser, signIn } from "./desk-without-browser.ts";
import type { Product } from "./product.ts";

export type SoakPractice = Awaited<ReturnType<typeof openSoakPractice>>;

/**
 * `taken`: the ids that were acknowledged. `refused`: how many requests had to be retried. `wrong`:
 * unexpected responses.
 */
export type Sent = { taken: Set<string>; refused: number; wrong: string[] };

const formPatienceMs = 5000;

export async function openSoakPractice(
  host: Product,
  product: Product,
  push: MadePushService,
  day: SimulatedPractice,
) {
  const { clientId, email, formKey } = await host.withTools(async (tools) => {
    const practice = await makePractice(tools);
    const always = { timeZone: day.timeZone, from: "00:00", to: "24:00" };
    await makeOpenHours(tools, practice.clientId, always);
    const form = await makeFormSource(tools, practice.clientId);
    return { ...practice, formKey: form.formKey ?? "" };
  });
  const token = await signIn(product.origin, email);
  const post = (path: string, body: object) =>
    fetch(`${product.origin}/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  await post("templates", {
    ...{ kind: "auto", title: "Thanks", subject: "Thanks", isActive: true },
    body: "<p>We will call you.</p>",
  });
  await post("alerts/devices", push.subscribe(clientId));
  const desk = openDeskWithoutBrowser(product.origin, token);
  const calls: Sent = { taken: new Set(), refused: 0, wrong: [] };
  const forms: Sent = { taken: new Set(), refused: 0, wrong: [] };

  return {
    clientId,
    calls,
    forms,
    desk,
    read: async (path: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${product.origin}/api/leads/${path}`, { headers })).json();
    },
    /** Sends the form like a visitor who keeps trying until it is accepted. */
    ask: (lastName: string) =>
      untilTaken(forms, lastName, () =>
        fetch(`${product.origin}/api/intake/form/${formKey}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ firstName: "Ada", lastName, email: addressOf(lastName) }),
          signal: AbortSignal.timeout(30_000),
        }),
      ),
    /** Calls the lead like the front desk, once the desk's list shows the person. */
    async call(lastName: string, outcome: string) {
      for (;;) {
        const lead = desk.leads().find((one) => one.lastName === lastName);
        const _id = randomUUID();
        if (lead) {
          return untilTaken(calls, _id, () => post(`leads/${lead._id}/calls`, { _id, outcome }));
        }
        await sleep(500);
      }
    },
  };
}

export function addressOf(lastName: string): string {
  return `${lastName}@example.com`.toLowerCase();
}

async function untilTaken(sent: Sent, id: string, send: () => Promise<Response>): Promise<void> {
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer?.ok) return void sent.taken.add(id);
    // 422: the lead came in while the clock was ahead, and the real clock hasn't caught up yet.
    const isLater = answer === null || [503, 422].includes(answer.status);
    if (!isLater) return void sent.wrong.push(`${answer.status} ${await answer.text()}`);
    sent.refused += 1;
    await sleep(formPatienceMs);
  }
}
