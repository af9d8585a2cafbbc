// Lists when the report was emailed and to whom, whether by hand or automatically on the first of
// the month.
import styles from "#app/admin/report.module.css";
import { Moment } from "#app/ui/at-time.tsx";
import { monthReportWords as words } from "#content/month-report.ts";
import type { MailState } from "#contract/mail.ts";
import { momentText } from "#contract/moment-text.ts";
import type { MonthMailing } from "#contract/month-reports.ts";

/** Times are in the practice's time zone, as in the report. */
export function Mailings({ mailings, timeZone }: { mailings: MonthMailing[]; timeZone: string }) {
  return (
    <section className={styles.box} aria-labelledby="month-mailings">
      <h2 id="month-mailings">{words.mailings}</h2>
      {mailings.length === 0 && <p className={styles.help}>{words.notSentYet}</p>}
      <ul className={styles.mailings}>
        {mailings.map((mailing) => (
          <li key={mailing.at}>
            <Mailing mailing={mailing} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mailing({ mailing, timeZone }: { mailing: MonthMailing; timeZone: string }) {
  const { isAutomatic, at, to } = mailing;
  const inState = (...states: MailState[]) =>
    to.filter(({ state }) => states.includes(state)).map(({ email }) => email);
  const sent = inState("sent");
  const waiting = inState("queued", "sending");
  const notSent = inState("failed", "stopped");
  const unknown = inState("unknown");
  const sentAt = to.find(({ state }) => state === "sent")?.sentAt ?? at;
  const says = isAutomatic ? words.sentItself : words.sentOn;
  return (
    <>
      {sent.length > 0 && (
        <p>
          <Moment at={sentAt} timeZone={timeZone}>
            {says(momentText(sentAt, { timeZone }), sent.join(", "))}
          </Moment>
        </p>
      )}
      {waiting.length > 0 && <p>{words.waitsFor(waiting.join(", "))}</p>}
      {notSent.length > 0 && <p>{words.notSentTo(notSent.join(", "))}</p>}
      {unknown.length > 0 && <p>{words.mayNotHaveArrived(unknown.join(", "))}</p>}
    </>
  );
}
