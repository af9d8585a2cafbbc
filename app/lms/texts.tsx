// Missed calls and all texts by thread. A front desk opens it to see who called or wrote and hasn't
// been answered. It shows the newest first and marks what nobody has read. It must handle a number
// that is no lead's yet.
import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { shellWords } from "#content/desk/shell.ts";
import { textStateWords, textListWords as words } from "#content/desk/texts.ts";
import { phoneText } from "#contract/phone.ts";
import type { MissedCall, TextThread } from "#contract/texts.ts";
import type { Route } from "./+types/texts.ts";
import { useDesk } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { plainName } from "./shell/names.tsx";
import { useRevalidateOnChange } from "./shell/reload-on-change.ts";
import { AddAsLead } from "./texts/add-as-lead.tsx";
import styles from "./texts.module.css";

export const meta = () => [{ title: shellWords.tab(words.title) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor");
  const now = new Date().toISOString();
  const answer = await context.get(apiContext).texts.$get({ query: cursor ? { cursor } : {} });
  if (answer.status === 422) throw redirect("/lms/texts");
  if (!answer.ok) return null;
  return { page: await bodyOf(answer), now };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function TextsPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  useRevalidateOnChange(loaderData);
  const known = useLastGood(loaderData, `texts ${search}`);
  return (
    <NowProvider serverNow={known?.now ?? new Date().toISOString()}>
      <ShellHead title={words.title} />
      <main>
        {!known && <LoadFailed>{words.failed}</LoadFailed>}
        {known && known.page.missedCalls.length > 0 && (
          <MissedCalls calls={known.page.missedCalls} />
        )}
        {known?.page.threads.length === 0 && (
          <div className={styles.list}>
            <Empty title={words.none}>{words.noneHint}</Empty>
          </div>
        )}
        {known && known.page.threads.length > 0 && (
          <ul className={styles.list}>
            {known.page.threads.map((thread) => (
              <Row key={thread.leadId ?? thread.phone} thread={thread} />
            ))}
          </ul>
        )}
        {known?.page.nextCursor && (
          <Link to={`?${new URLSearchParams({ cursor: known.page.nextCursor })}`}>
            {words.older}
          </Link>
        )}
      </main>
    </NowProvider>
  );
}

function MissedCalls({ calls }: { calls: MissedCall[] }) {
  const { timeZone } = useDesk().client;
  return (
    <section className={styles.missed}>
      <h2>{words.missedCalls}</h2>
      <p>{words.missedCallsHint}</p>
      <ul className={styles.list}>
        {calls.map(({ leadId, name, phone, at }) => (
          <li className={styles.row} key={leadId}>
            <span className={styles.who}>
              <Link to={`/lms/lead?id=${leadId}`}>{plainName(name) || phoneText(phone)}</Link>
            </span>
            <span className={styles.said}>{phoneText(phone)}</span>
            <span />
            <AtTime at={at} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      <h2>{words.texts}</h2>
    </section>
  );
}

function Row({ thread }: { thread: TextThread }) {
  const { timeZone } = useDesk().client;
  const { leadId, name, phone, last, unread } = thread;
  const said = last.body || (last.mediaCount > 0 ? words.media : "");
  const isOurs = last.direction === "out";
  return (
    <li className={styles.row} data-unread={unread > 0 || undefined}>
      <span className={styles.who}>
        {leadId ? (
          <Link to={`/lms/lead?id=${leadId}&tab=text`}>{plainName(name) || phoneText(phone)}</Link>
        ) : (
          <>
            <strong>{phoneText(phone)}</strong> <span>{words.notALead}</span>
          </>
        )}
      </span>
      <span className={styles.said} dir="auto">
        {isOurs && words.you}
        {said}
      </span>
      <span className={styles.state} data-state={last.state}>
        {unread > 0 ? (
          <strong>{words.unread(unread)}</strong>
        ) : (
          isOurs && textStateWords[last.state]
        )}
      </span>
      <AtTime at={last.at} timeZone={timeZone} />
      {!leadId && <AddAsLead phone={phone} />}
    </li>
  );
}
