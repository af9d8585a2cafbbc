// An email in a lead's conversation: its sender and state, its subject and first words. It can be
// opened and shows what its recipient saw. The subject is part of the timeline; the rest appears
// once it has been loaded.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { mailStateText, problemText } from "#app/lms/mail/mail-text.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconClock, IconMailOff } from "#app/lms/shell/desk-icons.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconAlertTriangle, IconCheck } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { EmailFrame } from "#app/ui/templates/email-frame.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { emailWords } from "#content/desk/emails.ts";
import { interfaceWords } from "#content/interface.ts";
import type { Lead } from "#contract/leads.ts";
import type { EmailLayout, MailState, ShownEmail } from "#contract/mail.ts";
import { timeText } from "#contract/moment-text.ts";
import { ClockTime } from "./clock-time.tsx";
import styles from "./timeline.module.css";
import type { ThreadEntry } from "./timeline-entries.ts";
import type { LeadEmails } from "./use-lead-emails.ts";

const icons = {
  queued: IconClock,
  sending: IconClock,
  sent: IconCheck,
  failed: IconAlertTriangle,
  unknown: IconAlertTriangle,
  stopped: IconMailOff,
} as const;

type EntryProps = { entry: ThreadEntry; lead: Lead; emails: LeadEmails; timeZone: string };

export function EmailEntry({ entry, lead, emails, timeZone }: EntryProps) {
  const { viewAs } = useDesk();
  const [isOpen, setIsOpen] = useState(false);
  const mailId = String(entry.data.mailId);
  const email = emails.list?.emails.find(({ _id }) => _id === mailId);
  const state = email?.state ?? (entry.kind.replace("email_", "") as MailState);
  const by = email ? email.by : entry.by;
  const subject = email?.subject ?? String(entry.data.subject ?? "");
  const isLoading = !emails.list && !emails.isFailed;
  const Icon = icons[state];
  return (
    <li className={styles.email} data-state={state}>
      <p className={styles.who}>
        {by && <strong>{by}</strong>}
        <span>{emailWords.one}</span>
        <ClockTime at={entry.happenedAt} timeZone={timeZone} />
        <span className={styles.state} role="status">
          <Icon size={14} aria-hidden />
          <StateText {...{ email, state, by, lead, timeZone }} />
        </span>
      </p>
      <div className={styles.bubble}>
        <button type="button" className={styles.subject} dir="auto" onClick={() => setIsOpen(true)}>
          {subject}
        </button>
        {(isLoading || email?.firstWords) && (
          <p className={styles.firstWords} data-loading={isLoading || undefined} dir="auto">
            {email?.firstWords}
          </p>
        )}
      </div>
      {email?.problem && state !== "sent" && (
        <p className={styles.problem}>{problemText(email.problem)}</p>
      )}
      {email && !viewAs && <Resend email={email} onResent={emails.refetch} />}
      {isOpen && (
        <Dialog isOpen onClose={() => setIsOpen(false)} title={subject} isWide>
          <Opened {...{ leadId: lead._id, mailId, viewAs }} />
        </Dialog>
      )}
    </li>
  );
}

type StateProps = {
  email: ShownEmail | undefined;
  state: MailState;
  by: string | null;
  lead: Lead;
  timeZone: string;
};

function StateText({ email, state, by, lead, timeZone }: StateProps) {
  const now = useNow();
  const kind = by ? "lead" : "auto";
  if (!email) return <span>{mailStateText({ state, kind })}</span>;
  return (
    <span>
      {mailStateText(email)}
      {state === "queued" &&
        email.dueAt &&
        emailWords.sendsAt(timeText(email.dueAt, now, timeZone))}
      {email.to !== lead.email && emailWords.to(email.to)}
    </span>
  );
}

function Resend({ email, onResent }: { email: ShownEmail; onResent: () => void }) {
  if (email.state !== "failed" && email.state !== "unknown") return null;

  async function resend() {
    const param = { id: email.leadId, emailId: email._id };
    const outcome = await askApi(() =>
      api.leads[":id"].emails[":emailId"].resendings.$post({ param }),
    );
    const message = outcome.isDone ? outcome.answer.message : outcome.refusal.message;
    showToast({ title: outcome.isDone ? emailWords.resent : controlWords.error, message });
    onResent();
  }

  return (
    <div className={styles.again}>
      {email.state === "unknown" && <p className={styles.by}>{emailWords.maybeTwo}</p>}
      <Button variant="outline" isSmall onClick={() => void resend()}>
        {emailWords.resend}
      </Button>
    </div>
  );
}

type OpenedProps = { leadId: string; mailId: string; viewAs: string | null };

function Opened({ leadId, mailId, viewAs }: OpenedProps) {
  const [letter, setLetter] = useState<EmailLayout | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const param = { id: leadId, emailId: mailId };
    const query = viewAs ? { client: viewAs } : {};
    void askApi(() => api.leads[":id"].emails[":emailId"].$get({ param, query })).then(
      (outcome) => {
        if (outcome.isDone) setLetter(outcome.answer);
        else setProblem(outcome.refusal.message);
      },
    );
  }, [leadId, mailId, viewAs]);
  return (
    <div className={styles.opened}>
      {problem && <p role="alert">{problem}</p>}
      {!letter && !problem && <p className={styles.by}>{interfaceWords.loading}</p>}
      {letter &&
        (letter.html ? (
          <EmailFrame letter={letter} />
        ) : (
          <p className={styles.words}>{letter.text || emailWords.notWrittenYet}</p>
        ))}
    </div>
  );
}
