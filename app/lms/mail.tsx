// The email log. A manager opens it from an alert on the dashboard or from the templates. Emails
// that weren't sent come first, and each can be resent from its lead's page. It must show when all
// sending has stopped.
import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { emailWords, mailStateWords } from "#content/desk/emails.ts";
import { shellWords } from "#content/desk/shell.ts";
import { mailStates, type PracticeMailList } from "#contract/mail.ts";
import type { Route } from "./+types/mail.ts";
import { mailStateText, problemText } from "./mail/mail-text.ts";
import styles from "./mail.module.css";
import { useDesk } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { useRevalidateOnChange } from "./shell/reload-on-change.ts";

export const meta = () => [{ title: shellWords.tab(emailWords.label) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const state = mailStates.find((one) => one === search.get("state"));
  const cursor = search.get("cursor");
  const query = { ...(state && { state }), ...(cursor && { cursor }) };
  const now = new Date().toISOString();
  const answer = await context.get(apiContext).mail.$get({ query });
  if (answer.status === 422) throw redirect("/lms/mail");
  if (!answer.ok) return null;
  return { list: await bodyOf(answer), now };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function MailPage({ loaderData }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const state = search.get("state") ?? "";
  useRevalidateOnChange(loaderData);
  const known = useLastGood(loaderData, `mail ${search}`);
  return (
    <NowProvider serverNow={known?.now ?? new Date().toISOString()}>
      <ShellHead title={emailWords.label} />
      <main>
        <label className={styles.filter}>
          {emailWords.status}
          <select
            value={state}
            onChange={({ target }) => setSearch(target.value ? { state: target.value } : {})}
          >
            <option value="">{controlWords.all}</option>
            {mailStates.map((one) => (
              <option key={one} value={one}>
                {mailStateWords[one]}
              </option>
            ))}
          </select>
        </label>
        {!known && <LoadFailed>{emailWords.failed}</LoadFailed>}
        {known?.list.emails.length === 0 && (
          <div className={styles.list}>
            <Empty title={state ? emailWords.noneLike : emailWords.noneTitle}>
              {emailWords.none}
            </Empty>
          </div>
        )}
        {known && known.list.emails.length > 0 && <Rows list={known.list} />}
        {known?.list.nextCursor && (
          <Link
            to={`?${new URLSearchParams({ ...(state && { state }), cursor: known.list.nextCursor })}`}
          >
            {emailWords.older}
          </Link>
        )}
      </main>
    </NowProvider>
  );
}

function Rows({ list }: { list: PracticeMailList }) {
  const { timeZone } = useDesk().client;
  return (
    <ul className={styles.list}>
      {list.emails.map((email) => {
        const at = email.sentAt ?? email.createdAt;
        return (
          <li key={email._id} className={styles.row}>
            <Link to={`/lms/lead?id=${email.leadId}&tab=email`}>{email.leadName || email.to}</Link>
            <span className={styles.subject}>{email.subject}</span>
            <span className={styles.state} data-state={email.state}>
              {mailStateText(email)}
            </span>
            <AtTime at={at} timeZone={timeZone} />
            {email.problem && email.state !== "sent" && (
              <p className={styles.problem}>{problemText(email.problem)}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
