// npm run bench [-- name …]: each figure with its budget and the bare limit of the same run.
// A bench is no test: it fails when something was lost or wrong, never because it was slow.
import { intake } from "./intake.ts";
import { lighthousePages } from "./lighthouse.ts";
import { start } from "./start.ts";
import { staticPages } from "./static-pages.ts";

export type Figure = { name: string; measured: string; budget: string; bare: string };

const benches = { start, "static-pages": staticPages, lighthouse: lighthousePages, intake };
const wanted = process.argv.slice(2);

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  for (const { name: figure, measured, budget, bare } of await bench()) {
    console.log(
      `  ${figure.padEnd(34)} ${measured.padEnd(22)} budget ${budget.padEnd(16)} bare ${bare}`,
    );
  }
}
