// Who comes: the owner, from a notice in the mail. First: who wrote last, and what.
import { Link } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import type { Inquiry } from "#contract/inquiries.ts";
import type { Route } from "./+types/inquiries.ts";
import styles from "./lists.module.css";

export const meta = () => [{ title: "Inquiries · Console" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const query = cursor ? { cursor } : {};
  const answer = await context.get(apiContext).admin.inquiries.$get({ query });
  if (!answer.ok) throw new Response(null, { status: answer.status });
  return bodyOf(answer);
}

const kinds = {
  personal: "Portfolio",
  marketing: "Marketing",
  makeover: "Makeover",
  questionnaire: "Questionnaire",
} as const;

export default function Inquiries({ loaderData }: Route.ComponentProps) {
  const { inquiries, total, nextCursor } = loaderData;
  return (
    <>
      <ShellHead title="Inquiries">
        <span>{total} in all</span>
      </ShellHead>
      <main>
        {inquiries.length === 0 && <Empty>Nobody has written yet.</Empty>}
        <ul className={styles.list}>
          {inquiries.map((inquiry) => (
            <li key={inquiry._id}>
              <InquiryItem inquiry={inquiry} />
            </li>
          ))}
        </ul>
        {nextCursor && <Link to={`?cursor=${nextCursor}`}>Older ones</Link>}
      </main>
    </>
  );
}

function InquiryItem({ inquiry }: { inquiry: Inquiry }) {
  return (
    <article className={styles.item}>
      <header>
        <h2>{inquiry.fullName}</h2>
        <span className={styles.kind}>{kinds[inquiry.kind]}</span>
        {!inquiry.finishedAt && <span className={styles.kind}>Unfinished</span>}
        <time dateTime={inquiry.receivedAt} suppressHydrationWarning>
          {new Date(inquiry.receivedAt).toLocaleString("en-US", {
            dateStyle: "medium",
            timeStyle: "short",
          })}
        </time>
      </header>
      <p className={styles.ways}>
        <a href={`mailto:${inquiry.email}`}>{inquiry.email}</a>
        {inquiry.phone && <span>{inquiry.phone}</span>}
      </p>
      {inquiry.message && <p className={styles.words}>{inquiry.message}</p>}
      {inquiry.questions.length > 0 && (
        <dl className={styles.answers}>
          {inquiry.questions.flatMap(Object.entries).map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
