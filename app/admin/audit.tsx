// The owner opens this page when something about an account looks wrong. It lists the newest
// entries first.
import { Link, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { momentText } from "#app/ui/moment-text.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { auditNames, auditWords } from "#content/console/audit.ts";
import { consoleWords } from "#content/console/frame.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { Route } from "./+types/audit.ts";
import styles from "./audit.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.audit) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const [client, cursor] = [search.get("client"), search.get("cursor")];
  const query = { ...(client && { client }), ...(cursor && { cursor }) };
  const answer = await context.get(apiContext).admin.audit.$get({ query });
  if (!answer.ok) throw new Response(null, { status: answer.status });
  return bodyOf(answer);
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { entries, nextCursor } = loaderData;
  const [search] = useSearchParams();
  const client = search.get("client");
  const older = new URLSearchParams({
    ...(client && { client }),
    ...(nextCursor && { cursor: nextCursor }),
  });
  return (
    <>
      <ShellHead title={consoleWords.places.audit} />
      <main className={styles.page}>
        {client && (
          <p>
            {auditWords.ofOnePractice} <Link to="/admin/audit">{auditWords.showAll}</Link>
          </p>
        )}
        {entries.length === 0 && <Empty>{auditWords.none}</Empty>}
        <ul>
          {entries.map((entry) => (
            <li key={entry._id} className={styles.entry}>
              <Moment at={entry.at}>{momentText(entry.at, { timeStyle: "medium" })}</Moment>
              <span className={styles.what}>{auditNames[entry.action]}</span>
              <span className={styles.who}>
                {entry.who ?? auditWords.unknown}
                {entry.whom && ` · ${auditWords.concerns(entry.whom)}`}
                {entry.practice && ` · ${entry.practice}`}
                {entry.lead && " · "}
                {entry.lead && <ViewedLead lead={entry.lead} />} · {auditWords.from(entry.address)}
              </span>
            </li>
          ))}
        </ul>
        {nextCursor && <Link to={`?${older}`}>{consoleWords.older}</Link>}
      </main>
    </>
  );
}

/** Never prefetched: loading a lead's page writes an audit entry. */
function ViewedLead({ lead }: { lead: NonNullable<AuditEntry["lead"]> }) {
  if (lead.name === null) return auditWords.deletedLead;
  return (
    <Link to={`/lms/lead?client=${lead.client}&id=${lead._id}`} prefetch="none">
      {lead.name}
    </Link>
  );
}
