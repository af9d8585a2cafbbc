// The Email tab of a lead: write, preview and send an email, and see each email's delivery state.
// Fetched when the tab opens, and again whenever the lead has changed.

import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { mailStateText, problemText } from "#app/lms/mail/mail-text.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconClock, IconMailOff } from "#app/lms/shell/desk-icons.ts";
import { type AnswerOf, askApi } from "#app/ui/ask-api.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconAlertTriangle, IconCheck, IconMail } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { EmailFrame } from "#app/ui/templates/email-frame.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { emailWords, mailStopWords } from "#content/desk/emails.ts";
import { interfaceWords } from "#content/interface.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { EmailLayout, LeadEmail, LeadEmailList } from "#contract/mail.ts";
import { timeText } from "#contract/moment-text.ts";
import { EmailForm, useEmailTemplates } from "./email-form.tsx";
import styles from "./emails.module.css";

export function Emails({ detail }: { detail: LeadDetail }) {
  const { viewAs } = useDesk();
  const { lead } = detail;
  const { list, isFailed, refetch } = useEmails(detail, viewAs);
  const addresses = list?.addresses ?? [];
  const canWrite = !viewAs && addresses.length > 0;
  const templates = useEmailTemplates(canWrite);
  const [opened, setOpened] = useState<LeadEmail | null>(null);
  if (!list) return isFailed ? <Failed onRetry={refetch} /> : <Loading />;
  return (
    <div className={styles.tab}>
      {!list.isSending && <p className={styles.notice}>{emailWords.noServer}</p>}
      {lead.email && (
        <Stop list={list} leadId={lead._id} isViewing={viewAs !== null} onDone={refetch} />
      )}
      {addresses.length === 0 && <p className={styles.hint}>{emailWords.noAddress}</p>}
      {canWrite && (
        <EmailForm
          {...{ detail, addresses, templates }}
          isSending={list.isSending}
          onSent={refetch}
        />
      )}
      {list.emails.length === 0 && <Empty title={emailWords.noneTitle}>{emailWords.none}</Empty>}
      <ul aria-label={emailWords.label}>
        {list.emails.map((email) => (
          <li key={email._id}>
            <EmailRow
              email={email}
              leadsAddress={lead.email}
              onOpen={() => setOpened(email)}
              onResent={refetch}
              isViewing={viewAs !== null}
            />
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
        title={opened?.subject ?? emailWords.one}
        isWide
      >
        {opened && <Opened email={opened} viewAs={viewAs} onClose={() => setOpened(null)} />}
      </Dialog>
    </div>
  );
}

function useEmails(detail: LeadDetail, viewAs: string | null) {
  const leadId = detail.lead._id;
  const [list, setList] = useState<LeadEmailList | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const refetch = useCallback(async () => {
    const query = viewAs ? { client: viewAs } : {};
    const outcome = await askApi(() =>
      api.leads[":id"].emails.$get({ param: { id: leadId }, query }),
    );
    setIsFailed(!outcome.isDone);
    if (outcome.isDone) setList(outcome.answer);
  }, [leadId, viewAs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetched lead may have new emails
  useEffect(() => void refetch(), [refetch, detail.timeline]);
  return { list, isFailed, refetch: () => void refetch() };
}

const icons = {
  queued: IconClock,
  sending: IconClock,
  sent: IconCheck,
  failed: IconAlertTriangle,
  unknown: IconAlertTriangle,
  stopped: IconMailOff,
} as const;

type RowProps = {
  email: LeadEmail;
  leadsAddress: string;
  onOpen: () => void;
  onResent: () => void;
  isViewing: boolean;
};

function EmailRow({ email, leadsAddress, onOpen, onResent, isViewing }: RowProps) {
  const now = useNow();
  const { client } = useDesk();
  const { timeZone } = client;
  const Icon = icons[email.state];
  const mayResend = (email.state === "failed" || email.state === "unknown") && !isViewing;
  const at = email.sentAt ?? email.createdAt;

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
    <article className={styles.row} data-state={email.state}>
      <div className={styles.line}>
        <button type="button" className={styles.subject} onClick={onOpen}>
          {email.subject}
        </button>
        <AtTime at={at} timeZone={timeZone} />
      </div>
      <p className={styles.state} role="status">
        <Icon size={16} aria-hidden />
        <span>
          {mailStateText(email)}
          {email.state === "queued" &&
            email.dueAt &&
            emailWords.sendsAt(timeText(email.dueAt, now, timeZone))}
          {email.kind !== "auto" && email.by && emailWords.by(email.by)}
          {email.to !== leadsAddress && emailWords.to(email.to)}
        </span>
      </p>
      {email.problem && email.state !== "sent" && (
        <p className={styles.problem}>{problemText(email.problem)}</p>
      )}
      {mayResend && (
        <div className={styles.again}>
          {email.state === "unknown" && <p className={styles.hint}>{emailWords.maybeTwo}</p>}
          <Button variant="outline" isSmall onClick={() => void resend()}>
            {emailWords.resend}
          </Button>
        </div>
      )}
    </article>
  );
}

function Opened({
  email,
  viewAs,
  onClose,
}: {
  email: LeadEmail;
  viewAs: string | null;
  onClose: () => void;
}) {
  const [letter, setLetter] = useState<EmailLayout | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const param = { id: email.leadId, emailId: email._id };
    const query = viewAs ? { client: viewAs } : {};
    void askApi(() => api.leads[":id"].emails[":emailId"].$get({ param, query })).then(
      (outcome) => {
        if (outcome.isDone) setLetter(outcome.answer);
        else setProblem(outcome.refusal.message);
      },
    );
  }, [email, viewAs]);
  return (
    <div className={styles.opened}>
      {problem && <p role="alert">{problem}</p>}
      {!letter && !problem && <p className={styles.hint}>{interfaceWords.loading}</p>}
      {letter &&
        (letter.html ? (
          <EmailFrame letter={letter} />
        ) : (
          <p className={styles.text}>{letter.text || emailWords.notWrittenYet}</p>
        ))}
      <Button variant="quiet" onClick={onClose}>
        {interfaceWords.close}
      </Button>
    </div>
  );
}

type StopProps = { list: LeadEmailList; leadId: string; isViewing: boolean; onDone: () => void };
type StopAnswer = AnswerOf<Awaited<ReturnType<(typeof api.leads)[":id"]["mail-stop"]["$put"]>>>;

/** Whether automatic emails to this address are stopped, and why. */
function Stop({ list, leadId, isViewing, onDone }: StopProps) {
  const { stop } = list;
  const Icon = stop ? IconMailOff : IconMail;
  const param = { id: leadId };

  async function change() {
    const calls = api.leads[":id"]["mail-stop"];
    const outcome = await askApi<
      Awaited<ReturnType<typeof calls.$put>> | Awaited<ReturnType<typeof calls.$delete>>
    >(async () => (stop ? await calls.$delete({ param }) : await calls.$put({ param })));
    const message = outcome.isDone
      ? (outcome.answer as StopAnswer).message
      : outcome.refusal.message;
    showToast({ title: outcome.isDone ? controlWords.saved : controlWords.error, message });
    onDone();
  }

  return (
    <p className={styles.stop}>
      <Icon aria-hidden />
      <span>{stop ? mailStopWords[stop.reason] : emailWords.automaticGo}</span>
      {!isViewing && stop?.reason !== "unsubscribed" && (
        <button type="button" onClick={() => void change()}>
          {stop ? emailWords.allow : emailWords.stop}
        </button>
      )}
    </p>
  );
}

function Loading() {
  return (
    <p className={styles.hint} aria-busy="true">
      {interfaceWords.loading}
    </p>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Empty
      action={
        <Button variant="outline" onClick={onRetry}>
          {controlWords.retry}
        </Button>
      }
    >
      {emailWords.failed} <Link to="/lms/mail">{emailWords.allEmails}</Link>
    </Empty>
  );
}
