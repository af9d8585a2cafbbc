// npm run bench [-- name … --keep --plans --only words --idle seconds --page /contact --runs 3
// --mails 1000 --alerts 100 --leads 100000]: prints figures with their budget and the bare result
// of the same run. A bench isn't a test: it fails if something is lost or wrong, never for being
// slow.
import { parseArgs } from "node:util";
import { alerts } from "./alerts.ts";
import { attacks } from "./attackers.ts";
import { attemptPlans } from "./attempt-plans.ts";
import { automaticMail } from "./automatic-mail.ts";
import { backup } from "./backup.ts";
import { burst } from "./burst.ts";
import { consoleLists } from "./console-lists.ts";
import { csvImport } from "./csv-import.ts";
import { dashboard } from "./dashboard.ts";
import { growth } from "./growth.ts";
import { intake } from "./intake.ts";
import { lighthousePages } from "./lighthouse.ts";
import { lists } from "./lists.ts";
import { liveDemo } from "./live-demo.ts";
import { orderOfCalls } from "./order-of-calls.ts";
import { practices } from "./practices.ts";
import { type Figure, printFigures } from "./report.ts";
import { ring } from "./ring.ts";
import { signInTiming } from "./sign-in-timing.ts";
import { start } from "./start.ts";
import { staticPages } from "./static-pages.ts";
import { upgrade } from "./upgrade.ts";
import { webhookToScreen } from "./webhook-to-screen.ts";

export type BenchOptions = {
  /** Whether the million leads are kept for the next run. */
  isKept: boolean;
  /** Whether the database's plans are printed too. */
  isWithPlans: boolean;
  /** Limits the lists and the attackers to those whose names contain these words. */
  only: string;
  /** How long a process stays idle before its memory is measured. */
  idleSeconds: number;
  /** The public pages to measure. If it's empty, all are measured. */
  pages: string[];
  /** The number of runs per page. The median counts. */
  runs: number;
  /** The number of automatic emails in one burst. */
  mails: number;
  /** The number of leads of many practices that are due at the same time. */
  alerts: number;
  /** The number of leads in the database that is upgraded. */
  leads: number;
};

const benches: Record<string, (options: BenchOptions) => Promise<Figure[]>> = {
  start,
  "static-pages": staticPages,
  lighthouse: lighthousePages,
  intake,
  burst,
  "webhook-to-screen": webhookToScreen,
  alerts,
  ring,
  dashboard,
  lists,
  practices,
  "console-lists": consoleLists,
  "csv-import": csvImport,
  "sign-in-timing": signInTiming,
  "automatic-mail": automaticMail,
  attackers: attacks,
  "order-of-calls": orderOfCalls,
  "attempt-plans": attemptPlans,
  "live-demo": liveDemo,
  backup,
  upgrade,
  growth,
};
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: "boolean" },
    plans: { type: "boolean" },
    only: { type: "string", default: "" },
    // The budget is for an idle time of five minutes. The default is shorter, because the bench
    // runs often, and the output says so.
    idle: { type: "string", default: "30" },
    page: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "5" },
    mails: { type: "string", default: "10000" },
    alerts: { type: "string", default: "10000" },
    leads: { type: "string", default: "1000000" },
  },
});
const options = {
  isKept: values.keep ?? false,
  isWithPlans: values.plans ?? false,
  only: values.only,
  idleSeconds: Number(values.idle),
  pages: values.page,
  runs: Number(values.runs),
  mails: Number(values.mails),
  alerts: Number(values.alerts),
  leads: Number(values.leads),
};
const unknown = wanted.find((name) => !(name in benches));
if (unknown)
  throw new Error(`No bench is called ${unknown}; ${Object.keys(benches).join(", ")} are`);

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  printFigures(name, await bench(options));
}
