// Measures a burst of leads that each get an automatic email: the order in which the emails are
// sent, the memory used, and the time of the dashboard's list during the burst. Bare: the mail
// library alone sends as many messages to the same server, and the list is read before the burst.
import { setTimeout as sleep } from "node:timers/promises";
import nodemailer from "nodemailer";
import { makeFormSource, makePractice, openTools } from "#server/db/make.ts";
import { type MadeSmtp, makeSmtp } from "#server/testing/smtp-stand-in.ts";
import { type Target, timeAlone } from "./load.ts";
import { forget, launchProduct, makeDataDir, residentBytes, signIn } from "./product.ts";
import { type Figure, inMb, inMs, percentile } from "./report.ts";
import type { BenchOptions } from "./run.ts";

/** The number of visitors at the same time. A form behind an ad gets fewer. */
const connections = 8;
/**
 * An open dashboard shows its first row within 250 ms, so its list may not take longer than that.
 */
const listBudgetMs = 250;
const handoffsAtOnce = 4;
/**
 * Visitors who press Submit at the same time may overtake each other, and so may SMTP deliveries.
 */
const maxOvertaken = connections + handoffsAtOnce;
/**
 * The last tenth of the emails may use this many times the memory of the first tenth. A leak would
 * exceed that.
 */
const growthBudget = 1.25;
const bareMails = 300;
const patienceMs = 60 * 60_000;

export async function automaticMail({ mails: wanted }: BenchOptions): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const smtp = await makeSmtp();
  const product = await launchProduct(dataDir, {
    SMTP_URL: smtp.url,
    MAIL_FROM: "desk@example.com",
  });
  const tools = await openTools({ dataDir });
  try {
    const practice = await makePractice(tools);
    const { formKey } = await makeFormSource(tools, practice.clientId);
    const token = await signIn(product.origin, practice.email);
    await switchOn(product.origin, token);
    const list = {
      url: `${product.origin}/api/leads/new?sort=next`,
      headers: { Authorization: `Bearer ${token}` },
    };
    const before = await timeAlone(list, 200);
    const bareRate = await sendBare(smtp);

    smtp.taken.length = 0;
    const begun = performance.now();
    const memory = watchMemory(product.pid, () => smtp.taken.length / wanted);
    const asked = watchList(list, () => smtp.taken.length < wanted);
    await post(`${product.origin}/api/intake/form/${formKey}`, wanted);
    const storedSeconds = (performance.now() - begun) / 1000;
    await becomes(() => smtp.taken.length >= wanted);
    const sentSeconds = (performance.now() - begun) / 1000;
    memory.stop();
    const times = await asked;

    const { rows } = await tools.pool.query<{ to: string }>(
      `select "to" from mails where kind = 'auto' order by id`,
    );
    const left = smtp.taken.map((message) => /^To: (\S+)\r$/m.exec(message)?.[1] ?? "");
    if (new Set(left).size !== wanted || left.length !== wanted) {
      throw new Error(
        `${left.length} mails were sent, to ${new Set(left).size} of ${wanted} addresses`,
      );
    }
    const places = new Map(rows.map(({ to }, place) => [to, place]));
    const late = left.map((to, place) => Math.abs(place - (places.get(to) ?? Number.NaN)));
    const p99 = percentile(times, 0.99);
    return [
      {
        name: `${wanted} automatic emails, each once: per second`,
        measured: `${(wanted / sentSeconds).toFixed(0)} (leads: ${(wanted / storedSeconds).toFixed(0)})`,
        budget: "none",
        bare: bareRate.toFixed(0),
      },
      {
        name: "order: places that a mail left before or after its turn, p99 and most",
        measured: `${percentile(late, 0.99)}, ${Math.max(...late)}`,
        budget: `${maxOvertaken} at most`,
        bare: "0",
        isWithin: Math.max(...late) <= maxOvertaken,
      },
      memory.figure(),
      {
        name: "list, next, while they leave: p50",
        measured: inMs(percentile(times, 0.5)),
        budget: "none",
        bare: `${inMs(percentile(before, 0.5))} before`,
      },
      {
        name: `list, next, while they leave: p99 of ${times.length}`,
        measured: inMs(p99),
        budget: inMs(listBudgetMs),
        bare: `${inMs(percentile(before, 0.99))} before`,
        isWithin: p99 < listBudgetMs,
      },
    ];
  } finally {
    await tools.close();
    await product.stop();
    await smtp.close();
    forget(dataDir);
  }
}

async function switchOn(origin: string, token: string) {
  const template = {
    ...{ kind: "auto", title: "We got your request", subject: "We got your request" },
    body: '<p>Hi {{ lead.firstName | default: "there" }},</p><p>we will call you from {{ practice.phone }}.</p>',
    isActive: true,
  };
  await ask(`${origin}/api/templates`, template, { Authorization: `Bearer ${token}` });
}

async function post(url: string, leads: number) {
  let next = 0;
  async function visit() {
    while (next < leads) {
      const number = next++;
      await ask(url, {
        firstName: "Ada",
        email: `lead-${number}@example.com`,
        phone: `+1813${String(2_000_000 + number)}`,
      });
    }
  }
  await Promise.all(Array.from({ length: connections }, visit));
}

async function ask(url: string, json: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(json),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Requests the list every 100 ms and returns how many milliseconds each request took. */
async function watchList(target: Target, isOn: () => boolean) {
  const times: number[] = [];
  while (isOn()) {
    const begun = performance.now();
    const answer = await fetch(target.url, { headers: target.headers });
    await answer.text();
    times.push(performance.now() - begun);
    await sleep(100);
  }
  return times;
}

/**
 * Returns the highest resident memory during the first tenth of the emails and during the last
 * tenth.
 */
function watchMemory(pid: number, share: () => number) {
  const atRest = residentBytes(pid);
  let first = 0;
  let last = 0;
  const timer = setInterval(() => {
    const now = residentBytes(pid) ?? 0;
    if (share() < 0.1) first = Math.max(first, now);
    if (share() >= 0.9) last = Math.max(last, now);
  }, 50);
  const figure = (): Figure => ({
    name: "memory at its highest, first tenth and last tenth",
    budget: `grown by at most ${(growthBudget * 100 - 100).toFixed(0)} %`,
    ...(atRest === null
      ? { measured: "not measured", bare: "none" }
      : {
          measured: `${inMb(first)}, ${inMb(last)}`,
          bare: `${inMb(atRest)} at rest`,
          isWithin: last / first <= growthBudget,
        }),
  });
  return { figure, stop: () => clearInterval(timer) };
}

/**
 * Returns how many messages per second the library alone sends to the same server, with as many in
 * parallel.
 */
async function sendBare({ url }: MadeSmtp): Promise<number> {
  const transport = nodemailer.createTransport(url);
  const begun = performance.now();
  for (let sent = 0; sent < bareMails; sent += handoffsAtOnce) {
    await Promise.all(
      Array.from({ length: handoffsAtOnce }, () =>
        transport.sendMail({ from: "a@example.com", to: "b@example.com", subject: "x", text: "x" }),
      ),
    );
  }
  transport.close();
  return bareMails / ((performance.now() - begun) / 1000);
}

async function becomes(isSo: () => boolean) {
  const end = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error("Not all emails were sent");
    await sleep(50);
  }
}
