// Who comes: the owner, because a mail did not arrive. First: what did not leave, and why.
import { Link, useRevalidator } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { askApi, bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { Mail, MailState } from "#contract/mail.ts";
import type { Route } from "./+types/mail.ts";
import styles from "./lists.module.css";

export const meta = () => [{ title: "Mail · Console" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const query = cursor ? { cursor } : {};
  const answer = await context.get(apiContext).admin.mail.$get({ query });
  if (!answer.ok) throw new Response(null, { status: answer.status });
  return bodyOf(answer);
}

const states: Record<MailState, string> = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Refused",
  unknown: "Nobody knows whether it left",
};

export default function MailLog({ loaderData }: Route.ComponentProps) {
  const { mails, total, nextCursor, isSending } = loaderData;
  return (
    <>
      <ShellHead title="Mail">
        <span>{total} in all</span>
      </ShellHead>
      <main>
        {!isSending && (
          <p className={styles.notice}>
            No mail server is configured (SMTP_URL): everything waits here in the outbox.
          </p>
        )}
        {mails.length === 0 && <Empty>No mail was written yet.</Empty>}
        <ul className={styles.list}>
          {mails.map((mail) => (
            <li key={mail._id}>
              <MailItem mail={mail} />
            </li>
          ))}
        </ul>
        {nextCursor && <Link to={`?cursor=${nextCursor}`}>Older ones</Link>}
      </main>
    </>
  );
}

function MailItem({ mail }: { mail: Mail }) {
  const { revalidate } = useRevalidator();
  const mayResend = mail.state === "failed" || mail.state === "unknown";

  async function resend() {
    const outcome = await askApi(() =>
      api.admin.mail[":id"].resendings.$post({ param: { id: mail._id } }),
    );
    const message = outcome.isDone ? outcome.answer.message : outcome.refusal.message;
    showToast({ title: outcome.isDone ? "Resent" : "Error", message });
    await revalidate();
  }

  return (
    <article className={styles.item}>
      <header>
        <h2>{mail.subject}</h2>
        <span className={styles.kind}>{states[mail.state]}</span>
        <time dateTime={mail.createdAt} suppressHydrationWarning>
          {new Date(mail.createdAt).toLocaleString("en-US", {
            dateStyle: "medium",
            timeStyle: "short",
          })}
        </time>
      </header>
      <p className={styles.ways}>
        <span>to {mail.to}</span>
        {mail.attempts > 1 && <span>{mail.attempts} attempts</span>}
      </p>
      {mail.problem && <p className={styles.problem}>{mail.problem}</p>}
      <details>
        <summary>The text</summary>
        <p className={styles.words}>{mail.text}</p>
      </details>
      {mayResend && (
        <Button look="outline" isSmall onClick={() => void resend()}>
          Send again
        </Button>
      )}
    </article>
  );
}
