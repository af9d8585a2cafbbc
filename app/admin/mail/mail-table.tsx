// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// The rows of the log: a table, or one card per email on a narrow screen.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { Figure } from "#app/admin/campaign/figure.tsx";
import listStyles from "#app/admin/lists.module.css";
import { SortHeader } from "#app/admin/sort-header.tsx";
import table from "#app/admin/sorted-table.module.css";
import { Cell, Head, SortedTable } from "#app/admin/table-cells.tsx";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { mailColumns, mailKindText, mailLogWords as words } from "#content/console/mail.ts";
import { mailStateWords } from "#content/desk/emails.ts";
import { type Mail, mailSorts } from "#contract/mail.ts";
import { momentText } from "#contract/moment-text.ts";
import styles from "./mail-table.module.css";

export function MailTable({ mails }: { mails: Mail[] }) {
  return (
    <SortedTable
      head={
        <>
          <Head name={mailColumns.to} />
          <Head name={mailColumns.subject} />
          <Head name={mailColumns.kind} />
          <SortHeader sort="state" name={mailColumns.state} usual={mailSorts.state} />
          <Head name={mailColumns.practice} />
          <SortHeader sort="time" name={mailColumns.time} usual={mailSorts.time} isUsual />
        </>
      }
    >
      {mails.map((mail) => (
        <Row key={mail._id} mail={mail} />
      ))}
    </SortedTable>
  );
}

function Row({ mail }: { mail: Mail }) {
  return (
    <tr role="row">
      {/* An empty address means the recipient's data was erased. */}
      <th role="rowheader" scope="row" className={table.practice}>
        <Figure text={mail.to || null} />
      </th>
      <td role="cell" className={styles.subject}>
        {mail.subject}
        {mail.problem && <p className={listStyles.problem}>{mail.problem}</p>}
        <Words mail={mail} />
      </td>
      <Cell name={mailColumns.kind} isText>
        {mailKindText(mail.kind)}
      </Cell>
      <Cell name={mailColumns.state} isText>
        <span className={styles.state} data-state={mail.state}>
          {mailStateWords[mail.state]}
        </span>
        {mail.attempts > 1 && <small className={table.note}>{words.attempts(mail.attempts)}</small>}
        {mail.dismissedAt !== null && <small className={table.note}>{words.dismissed}</small>}
        <Actions mail={mail} />
      </Cell>
      <Cell name={mailColumns.practice} isText>
        {mail.practice?.name ?? words.agency}
      </Cell>
      <Cell name={mailColumns.time} isText>
        <Moment at={mail.createdAt} timeZone={agencyZone}>
          {momentText(mail.createdAt, { timeZone: agencyZone })}
        </Moment>
      </Cell>
    </tr>
  );
}

function Actions({ mail }: { mail: Mail }) {
  const { revalidate } = useRevalidator();
  const change = useChange();
  const hasProblem = mail.state === "failed" || mail.state === "unknown";
  if (!hasProblem) return null;

  async function resend() {
    const outcome = await askApi(() =>
      api.admin.mail[":id"].resendings.$post({ param: { id: mail._id } }),
    );
    const message = outcome.isDone ? outcome.answer.message : outcome.refusal.message;
    showToast({ title: outcome.isDone ? toastTitles.resent : toastTitles.error, message });
    await revalidate();
  }

  return (
    <div className={styles.actions}>
      {mail.to !== "" && (
        <Button variant="outline" isSmall onClick={() => void resend()}>
          {words.sendAgain}
        </Button>
      )}
      {mail.dismissedAt === null && (
        <Button
          variant="quiet"
          isSmall
          onClick={() =>
            void change(() => api.admin.mail[":id"].dismissals.$post({ param: { id: mail._id } }))
          }
        >
          {words.dismiss}
        </Button>
      )}
    </div>
  );
}

/**
 * The email's text. A practice's email is loaded only on request, because reading it writes an
 * audit entry.
 */
function Words({ mail }: { mail: Mail }) {
  const [text, setText] = useState(mail.text);
  const [problem, setProblem] = useState<string | null>(null);

  async function fetchWords() {
    setProblem(null);
    const outcome = await askApi(() => api.admin.mail[":id"].$get({ param: { id: mail._id } }));
    if (outcome.isDone) setText(outcome.answer.text);
    else setProblem(outcome.refusal.message);
  }

  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && text === null) void fetchWords();
      }}
    >
      <summary>{words.text}</summary>
      <p className={listStyles.words} aria-live="polite">
        {problem ?? (text === null ? consoleWords.loading : text || words.notWrittenYet)}
      </p>
    </details>
  );
}
