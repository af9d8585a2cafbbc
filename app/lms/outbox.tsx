// A demo's outbox. It shows the emails that a real practice would have sent, as a patient would
// read them, and says that nothing was sent.
import { useRevalidator } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { demoOutboxWords as words } from "#content/demo.ts";
import { emailWords } from "#content/desk/emails.ts";
import { shellWords } from "#content/desk/shell.ts";
import type { DemoMail } from "#contract/demos.ts";
import type { Route } from "./+types/outbox.ts";
import styles from "./outbox.module.css";
import { useDesk } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { useRevalidateOnChange } from "./shell/reload-on-change.ts";

export const meta = () => [{ title: shellWords.tab(words.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const now = new Date().toISOString();
  const answer = await context.get(apiContext).demos.current.outbox.$get();
  // Only demos have this page.
  if (answer.status === 404) throw new Response(null, { status: 404 });
  if (!answer.ok) return null;
  return { mails: (await bodyOf(answer)).mails, now };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const { client } = useDesk();
  const { revalidate, state } = useRevalidator();
  const known = useLastGood(loaderData, "outbox");
  useRevalidateOnChange(loaderData);
  return (
    <NowProvider serverNow={known?.now ?? new Date().toISOString()}>
      <ShellHead title={words.title}>
        <Button
          isSmall
          variant="outline"
          disabled={state === "loading"}
          onClick={() => void revalidate()}
        >
          {words.refresh}
        </Button>
      </ShellHead>
      <main>
        <p className={styles.says}>{words.says}</p>
        {!known && <LoadFailed>{emailWords.failed}</LoadFailed>}
        {known?.mails.length === 0 && (
          <div className={styles.list}>
            <Empty title={words.empty}>{words.emptyNext}</Empty>
          </div>
        )}
        {known && known.mails.length > 0 && (
          <ul className={styles.list}>
            {known.mails.map((mail) => (
              <Row key={mail._id} mail={mail} timeZone={client.timeZone} />
            ))}
          </ul>
        )}
      </main>
    </NowProvider>
  );
}

function Row({ mail, timeZone }: { mail: DemoMail; timeZone: string }) {
  return (
    <li>
      <details className={styles.mail}>
        <summary>
          <span>{mail.to}</span>
          <span className={styles.subject}>{mail.subject}</span>
          <span className={styles.at}>
            {mail.isSent ? <AtTime at={mail.at} timeZone={timeZone} /> : words.waiting}
          </span>
        </summary>
        <dl>
          <dt>{words.from}</dt>
          <dd>{mail.from}</dd>
          <dt>{words.to}</dt>
          <dd>{mail.to}</dd>
        </dl>
        {mail.text ? <pre>{mail.text}</pre> : <p className={styles.unwritten}>{words.unwritten}</p>}
      </details>
    </li>
  );
}
