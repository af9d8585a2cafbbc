// Gives the sites to their owner: asks for facts about the person and the agency, and writes them
// to content/. This removes the fictional sample.
//   npm run setup
//   npm run setup -- --answers answers.json
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { z } from "zod";
import { setupWords as words } from "#content/setup.ts";
import { projectRoot } from "#server/root.ts";
import {
  answerSchemas,
  BadAnswers,
  groups,
  type Key,
  parseAnswers,
  readAnswers,
  type Typed,
} from "./setup/answers.ts";
import { makeContent, readContent, typedNow, writeContent } from "./setup/content.ts";

const { values: flags } = parseArgs({
  options: {
    answers: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
});
if (flags.help) {
  console.log(words.help);
  process.exit(0);
}

const now = readContent(projectRoot);
const keys = Object.values(groups).flat();

try {
  const { answers: file } = flags;
  // File paths in the answers are relative to the file that contains the answers.
  const from = file ? path.dirname(path.resolve(file)) : process.cwd();
  const typed = file ? withDefaults(readAnswers(file)) : await ask(from);
  const answers = parseAnswers(typed, from);
  const made = makeContent(now, answers);
  const wrote = await writeContent(projectRoot, made, answers.photo);
  const used = made.colors.accent.light;
  if (flags.json) console.log(JSON.stringify({ wrote, colors: made.colors }, null, 2));
  else tell(wrote, answers.accent === used ? [] : [words.changedColor(answers.accent, used)]);
} catch (error) {
  if (!(error instanceof BadAnswers)) throw error;
  for (const line of error.lines) console.error(line);
  process.exit(1);
}

/**
 * Returns the text in a question's brackets, which is the current value or one derived from the
 * previous answers.
 */
function defaultOf(key: Key, typed: Partial<Typed>): string {
  const current = typedNow(now)[key];
  if (current) return current;
  if (key === "firstName") return typed.name?.trim().split(/\s+/)[0] ?? "";
  if (key === "agencyEmail") return typed.email ?? "";
  if (key === "area" || key === "courts") return typed.city ?? "";
  return "";
}

function withDefaults(given: Partial<Typed>): Typed {
  const typed: Partial<Typed> = {};
  for (const key of keys) typed[key] = given[key] ?? defaultOf(key, given);
  return typed as Typed;
}

/** Asks one question after another. A question is asked again if its answer is invalid. */
async function ask(from: string): Promise<Typed> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const schemas = answerSchemas(from);
  const typed: Partial<Typed> = {};
  console.log(words.intro(now.owner.isSample));
  for (const [group, keys] of Object.entries(groups)) {
    console.log(`\n${words.groups[group as keyof typeof groups]}`);
    for (const key of keys) {
      do {
        const bracket = defaultOf(key, typed) || (isOptional(key) ? words.none : "");
        terminal.setPrompt(`  ${words.asks[key]}${bracket && ` [${bracket}]`}: `);
        terminal.prompt();
        const { value, done } = await lines.next();
        if (done) {
          console.log(`\n${words.stopped}`);
          process.exit(1);
        }
        const line = value.trim();
        typed[key] = line === "-" ? "" : line || defaultOf(key, typed);
      } while (!isUsable(schemas[key], typed[key]));
    }
  }
  terminal.close();
  return typed as Typed;

  function isOptional(key: Key) {
    return schemas[key].safeParse("").success;
  }
}

function isUsable(schema: z.ZodType, typed: string): boolean {
  const { error } = schema.safeParse(typed);
  if (error) console.log(`    ${messageOf(error)}`);
  return !error;
}

function messageOf(error: z.ZodError): string {
  const [issue] = error.issues;
  // For an optional answer, the message says what is wrong with it, not that it isn't empty.
  if (issue?.code === "invalid_union") return issue.errors.at(-1)?.[0]?.message ?? "";
  return issue?.message ?? "";
}

function tell(wrote: string[], notes: string[]) {
  console.log(`\n${words.wrote}`);
  for (const file of wrote) console.log(`  ${file}`);
  for (const line of [...notes, ...words.see]) console.log(line);
  console.log(`\n${words.next}`);
  for (const [file, says] of Object.entries(words.nextFiles))
    console.log(`  ${file}\n      ${says}`);
}
