// Who comes: the owner, with a coffee. First: what is new, and what is wrong.
import { Link } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import type { Route } from "./+types/today.ts";
import styles from "./lists.module.css";
import { replay } from "./today/replay.ts";

export const meta = () => [{ title: "Today · Console" }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [inquiries, failed, unknown, stranded] = await Promise.all([
    api.admin.inquiries.$get({ query: {} }),
    api.admin.mail.$get({ query: { state: "failed" } }),
    api.admin.mail.$get({ query: { state: "unknown" } }),
    api.admin["stranded-leads"].$get(),
  ]);
  if (!inquiries.ok || !failed.ok || !unknown.ok || !stranded.ok) {
    throw new Response(null, { status: 503 });
  }
  const { total: refused, isSending } = await bodyOf(failed);
  return {
    inquiries: await bodyOf(inquiries),
    mail: { refused, unknown: (await bodyOf(unknown)).total, isSending },
    stranded: (await bodyOf(stranded)).stranded,
  };
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const { inquiries, mail, stranded } = loaderData;
  return (
    <>
      <ShellHead title="Today" />
      <main className={styles.today}>
        <section>
          <h2>Inquiries</h2>
          {inquiries.inquiries.slice(0, 5).map((inquiry) => (
            <p key={inquiry._id}>
              <strong>{inquiry.fullName}</strong> {inquiry.message?.slice(0, 120)}
            </p>
          ))}
          <p>
            {inquiries.total === 0 ? (
              "Nobody has written yet."
            ) : (
              <Link to="/admin/inquiries">All {inquiries.total}</Link>
            )}
          </p>
        </section>
        <section>
          <h2>Mail</h2>
          <p>
            {mail.refused + mail.unknown === 0 && "Nothing is wrong with the mail."}
            {mail.refused > 0 && (
              <Link to="/admin/mail?state=failed">{mails(mail.refused)} refused</Link>
            )}
            {mail.refused > 0 && mail.unknown > 0 && ", "}
            {mail.unknown > 0 && (
              <Link to="/admin/mail?state=unknown">{mails(mail.unknown)} may not have left</Link>
            )}
            {!mail.isSending && " No mail server is configured: it waits in the outbox."}
          </p>
          <p>
            <Link to="/admin/mail">The mail log</Link>
          </p>
        </section>
        <section>
          <h2>Stranded leads</h2>
          {stranded.length === 0 && <p>Every lead that a platform announced stands in its desk.</p>}
          <ul className={styles.list}>
            {stranded.map((lead) => (
              <li key={lead._id} className={styles.item}>
                <p>
                  Lead {lead._id} of page {lead.page}, form {lead.form}
                </p>
                <p className={styles.problem}>{lead.problem ?? "Being fetched."}</p>
                {lead.failedAt && (
                  <Button look="outline" isSmall onClick={() => void replay(lead._id)}>
                    Fetch again
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      </main>
    </>
  );
}

function mails(count: number): string {
  return count === 1 ? "One mail" : `${count} mails`;
}
