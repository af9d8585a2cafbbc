// The Email tab of a lead: whether emails are sent, and the form for one. The emails themselves are
// in the conversation.
import { Link, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { IconMailOff } from "#app/lms/shell/desk-icons.ts";
import { type AnswerOf, askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconMail } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { emailWords, mailStopWords } from "#content/desk/emails.ts";
import { interfaceWords } from "#content/interface.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { LeadEmailList } from "#contract/mail.ts";
import { EmailForm, useEmailTemplates } from "./email-form.tsx";
import styles from "./emails.module.css";
import type { LeadEmails } from "./use-lead-emails.ts";

/** Rendered only for people who may write emails; the owner has no composer. */
export function Emails({ detail, emails }: { detail: LeadDetail; emails: LeadEmails }) {
  const { lead } = detail;
  const { revalidate } = useRevalidator();
  const { list, isFailed, refetch } = emails;
  const addresses = list?.addresses ?? [];
  const canWrite = addresses.length > 0;
  const templates = useEmailTemplates(canWrite);
  if (!list) return isFailed ? <Failed onRetry={refetch} /> : <Loading />;
  return (
    <div className={styles.tab}>
      {!list.isSending && <p className={styles.notice}>{emailWords.noServer}</p>}
      {lead.email && <Stop list={list} leadId={lead._id} onDone={refetch} />}
      {!canWrite && <p className={styles.hint}>{emailWords.noAddress}</p>}
      {canWrite && (
        <EmailForm
          {...{ detail, addresses, templates }}
          isSending={list.isSending}
          onSent={() => void revalidate()}
        />
      )}
    </div>
  );
}

type StopProps = { list: LeadEmailList; leadId: string; onDone: () => void };
type StopAnswer = AnswerOf<Awaited<ReturnType<(typeof api.leads)[":id"]["mail-stop"]["$put"]>>>;

/** Shows whether automatic emails to this address are stopped, and why. */
function Stop({ list, leadId, onDone }: StopProps) {
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
      {stop?.reason !== "unsubscribed" && (
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
