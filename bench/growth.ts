// Simulates a day of a product with this many practices, and reports requests, streams,
// connections, cores and disk space. The cost of each event was measured (docs/scale.md), and the
// times of events are simulated (server/testing/simulated-day.ts).
import { heartbeatSeconds } from "#contract/desk-events.ts";
import { type SimulatedPractice, simulateDay } from "#server/testing/simulated-day.ts";
import type { Figure } from "./report.ts";

const sizes = [10, 100, 1000, 10_000];
const seed = 20_261_125;

/**
 * The cost of each event in milliseconds of processor time, for the product and PostgreSQL
 * together.
 */
const costMs = {
  /** Measured as 1,505 per second on two cores. */
  acknowledged: 1.3,
  /** Measured in a burst of 10,000 webhooks of 50 practices, which took 45.3 s on two cores. */
  lead: 9,
  /**
   * Measured with 10,000 leads that got an automatic email each, at 22 per second on two cores. The
   * cost of the lead is subtracted.
   */
  email: 80,
  /** Measured with 2,000 pushes, which took 70 s on a busy machine. */
  push: 35,
  /** Measured in the function that stores an inquiry or a call, which takes 11 ms. */
  call: 11,
  /** The cost of rendering a dashboard for a person. */
  page: 25,
  /** The cost of a list or a figure, which alone takes 1 to 3 ms. */
  read: 3,
  /** The cost when a stream checks its session. */
  heartbeat: 0.5,
};

/**
 * The requests for each lead: its page, reports that it's open and was seen, two for a call, and
 * one for the outcome.
 */
const perLead = { emails: 1, pushes: 2, calls: 2, pages: 1, reads: 6 };
const desk = { tabs: 2, from: 8, to: 18, pagesPerHour: 4, readsPerHour: 20 };
/** The connections that one process uses: its pools, its job store, and LISTEN. */
const connectionsOfProcess = 30;
/**
 * A million leads with their inquiries and calls take 2,213 MB. Emails, alerts and the timeline
 * take about as much again.
 */
const bytesPerLead = 4500;
/**
 * A process of the product runs on one core, and responds quickly while it uses at most this share
 * of the core.
 */
const busyAtMost = 0.5;
/** The product's share of the processor time. PostgreSQL uses the rest. */
const shareOfProduct = 0.6;

export async function growth(): Promise<Figure[]> {
  return sizes.flatMap((practices) => {
    const day = simulateDay(practices, seed);
    const { leads, peak, cores, averageCores, requests, streams } = countDay(day);
    const row = (name: string, measured: string): Figure => ({
      ...{ name: `${practices} practices: ${name}`, measured, budget: "none", bare: "none" },
    });
    const processes = Math.max(1, Math.ceil((cores * shareOfProduct) / busyAtMost));
    return [
      row("leads a day, and in the fullest minute", `${leads}, ${peak}`),
      row("requests a day, and a second in the fullest minute", requests),
      row("open streams at most", String(streams)),
      row("cores, on average and in the fullest minute", `${averageCores}, ${cores.toFixed(2)}`),
      row(
        "processes of the product, and their connections",
        `${processes}, ${processes * connectionsOfProcess}`,
      ),
      row("disk a year", `${((leads * 365 * bytesPerLead) / 1e9).toFixed(1)} GB`),
    ];
  });
}

const minutes = 24 * 60;

function countDay(day: SimulatedPractice[]) {
  const leadsIn = new Array<number>(minutes).fill(0);
  const tabsIn = new Array<number>(minutes).fill(0);
  for (const { leads, behind } of day) {
    for (const at of leads) leadsIn[Math.floor(at / 60)] = (leadsIn[Math.floor(at / 60)] ?? 0) + 1;
    for (let minute = 0; minute < minutes; minute += 1) {
      const local = (minute / 60 - behind + 24) % 24;
      if (local >= desk.from && local < desk.to) tabsIn[minute] = (tabsIn[minute] ?? 0) + desk.tabs;
    }
  }
  const msOfLead =
    costMs.acknowledged +
    costMs.lead +
    perLead.emails * costMs.email +
    perLead.pushes * costMs.push +
    perLead.calls * costMs.call +
    perLead.pages * costMs.page +
    perLead.reads * costMs.read;
  const msOfTab =
    (desk.pagesPerHour * costMs.page +
      desk.readsPerHour * costMs.read +
      (3600 / heartbeatSeconds) * costMs.heartbeat) /
    60;
  const requestsOfLead = 1 + perLead.calls + perLead.pages + perLead.reads;
  const requestsOfTab = (desk.pagesPerHour + desk.readsPerHour) / 60;
  const at = (minute: number) => ({ leads: leadsIn[minute] ?? 0, tabs: tabsIn[minute] ?? 0 });
  const every = leadsIn.map((_, minute) => at(minute));
  const coresIn = every.map(({ leads, tabs }) => (leads * msOfLead + tabs * msOfTab) / 60_000);
  const requestsIn = every.map(({ leads, tabs }) => leads * requestsOfLead + tabs * requestsOfTab);
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0);
  const most = (all: number[]) => all.reduce((largest, one) => Math.max(largest, one), 0);
  return {
    leads: sum(leadsIn),
    peak: most(leadsIn),
    cores: most(coresIn),
    averageCores: (sum(coresIn) / minutes).toFixed(2),
    requests: `${Math.round(sum(requestsIn))}, ${(most(requestsIn) / 60).toFixed(1)}`,
    streams: most(tabsIn),
  };
}
