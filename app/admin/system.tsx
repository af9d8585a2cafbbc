// The owner opens this page when something seems wrong, or once a week as a check. Failures come
// first, then backups and disk space. If the server is down, the last response stays on screen with
// its time.

import { Link } from "react-router";
import { apiContext } from "#app/api.ts";
import { type Section, Sections } from "#app/ui/account/sections.tsx";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { retentionWords } from "#content/console/retention.ts";
import { settingsWords } from "#content/console/settings.ts";
import { systemWords as words } from "#content/console/system.ts";
import { site } from "#content/site.ts";
import { dateText, momentText } from "#contract/moment-text.ts";
import type { RetentionKind } from "#contract/retention.ts";
import type { SystemState } from "#contract/system.ts";
import type { Route } from "./+types/system.ts";
import { type Fact, Facts } from "./facts.tsx";
import { FreshPage } from "./fresh-page.tsx";
import styles from "./system.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.system) }];

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admin.system.$get();
  throwUnlessOk(answer);
  return bodyOf(answer);
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

const { timeZone } = site.officeHours;
const at = (moment: string) => momentText(moment, { timeZone });

export default function System({ loaderData }: Route.ComponentProps) {
  return <FreshPage loaded={loaderData}>{(shown) => <Page shown={shown} />}</FreshPage>;
}

function Page({ shown }: { shown: SystemState }) {
  const names = words.sections;
  const sections: Section[] = [
    { id: "health", name: names.health, content: <Health shown={shown} /> },
    { id: "backups", name: names.backups, content: <Facts facts={backupFacts(shown)} /> },
    { id: "product", name: names.product, content: <Facts facts={productFacts(shown)} /> },
    { id: "database", name: names.database, content: <Facts facts={databaseFacts(shown)} /> },
    { id: "upkeep", name: names.upkeep, content: <Facts facts={upkeepFacts(shown)} /> },
  ];
  return (
    <>
      <ShellHead title={consoleWords.places.system}>
        <span className={styles.asOf}>{words.asOf(at(shown.now))}</span>
      </ShellHead>
      <Sections label={settingsWords.contents} sections={sections}>
        <p className={styles.asOf}>{words.about}</p>
      </Sections>
    </>
  );
}

type Part = keyof SystemState["parts"];

/** These are listed only if they are set up. */
const isExtra = new Set<Part>(["calls", "leadTexts", "calendar"]);

function Health({ shown }: { shown: SystemState }) {
  const { parts, rejectedTokens, tokenExpiry } = shown;
  const listed = (Object.keys(words.parts) as Part[]).filter(
    (part) => parts[part] !== "off" || !isExtra.has(part),
  );
  return (
    <ul className={styles.parts}>
      {listed.map((part) => {
        const last = lastText(part, shown);
        return (
          <li key={part}>
            <span>{words.parts[part]}</span>
            <span className={styles.state} data-state={parts[part]}>
              {part === "captcha" && parts.captcha === "ok" ? words.on : words.states[parts[part]]}
            </span>
            {last && <p className={styles.asOf}>{last}</p>}
            {parts[part] === "failing" && part in words.help && (
              <p className={styles.asOf}>{words.help[part as keyof typeof words.help]}</p>
            )}
            {part === "pageTokens" && tokenExpiry && (
              <p className={styles.asOf}>
                {tokenExpiry.at
                  ? words.tokenExpires(dateText(tokenExpiry.at, timeZone))
                  : words.tokenNeverExpires}
              </p>
            )}
            {part === "pageTokens" && rejectedTokens.total > 0 && (
              <RejectedTokens {...rejectedTokens} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns when a part last worked. Null for a part that doesn't record its runs, or that is off and
 * has never run.
 */
function lastText(part: Part, { parts, lastWorked }: SystemState): string | null {
  if (!(part in lastWorked)) return null;
  const kind = part as keyof typeof lastWorked;
  const moment = lastWorked[kind];
  if (moment) return words.lastWorked[kind](at(moment));
  return parts[part] === "off" ? null : words.noneOnRecord;
}

function RejectedTokens({ total, sources }: SystemState["rejectedTokens"]) {
  const more = total - sources.length;
  return (
    <ul className={styles.list}>
      {sources.map(({ _id, name, practice, since }) => (
        <li key={_id}>
          <Link to={`/admin/source?id=${_id}`}>{words.sourceOf(practice, name)}</Link>{" "}
          <span className={styles.asOf}>{words.rejectedSince(at(since))}</span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to="/admin/sources">{words.moreTokens(more)}</Link>
        </li>
      )}
    </ul>
  );
}

function backupFacts({ backups }: SystemState): Fact[] {
  const { bucket, last, problem, schedule } = backups;
  const facts: Fact[] = [[words.schedule, words.schedules[schedule]]];
  if (schedule === "elsewhere") return facts;
  facts.push([
    words.lastBackup,
    last ? words.backupAt(at(last.takenAt), sizeText(last.bytes)) : words.never,
  ]);
  if (problem) facts.push([words.backupProblem, problem]);
  if (!bucket) return facts;
  facts.push([words.lastUpload, bucket.last ? at(bucket.last.takenAt) : words.never]);
  if (bucket.problem) facts.push([words.uploadProblem, bucket.problem]);
  return facts;
}

function productFacts({ version, node, processes }: SystemState): Fact[] {
  return [
    [words.version, version],
    [words.node, node],
    [
      words.processes,
      <ul key="processes" className={styles.list}>
        <li>{words.running(processes.length)}</li>
        {processes.map((since) => (
          <li key={since} className={styles.asOf}>
            {words.since(at(since))}
          </li>
        ))}
      </ul>,
    ],
  ];
}

function databaseFacts({ database }: SystemState): Fact[] {
  const { version, isEmbedded, bytes, connections, maxConnections } = database;
  return [
    [words.postgres, isEmbedded ? words.embedded(version) : words.external(version)],
    [words.size, sizeText(bytes)],
    [words.connections, words.ofMost(connections, maxConnections)],
  ];
}

function upkeepFacts({ retention, retentionRanAt, disk }: SystemState): Fact[] {
  const kinds = Object.keys(retentionWords.kinds) as RetentionKind[];
  return [
    ...kinds.map((kind): Fact => {
      const { days, longer } = retention[kind];
      return [retentionWords.kinds[kind], words.kept(retentionWords.period(days), longer)];
    }),
    [words.retention, retentionRanAt ? at(retentionRanAt) : words.notYet],
    [
      words.disk,
      disk ? words.freeOf(sizeText(disk.freeBytes), sizeText(disk.totalBytes)) : words.unknown,
    ],
  ];
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Formats a size such as "12.3 MB", in powers of 1,000, as disk vendors do. */
function sizeText(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat("en-US", {
    style: "unit",
    unit: units[step] ?? "byte",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}
