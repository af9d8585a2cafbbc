// One inquiry of any of the four kinds: who, what was asked, what to do about it, where it came from.

import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { IconCalendarTime, IconCheck, IconPhone } from "#app/ui/icons.tsx";
import { mailtoUrl } from "#app/ui/mailto.ts";
import { showToast } from "#app/ui/toast.tsx";
import { inquiryKinds } from "#content/console.ts";
import { packages } from "#content/marketing.ts";
import { questionnaire } from "#content/questionnaire.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import { attributionRows } from "./attribution-rows.ts";
import styles from "./inquiry-item.module.css";
import { ReplyForm } from "./reply-form.tsx";

export function InquiryItem({ inquiry }: { inquiry: Inquiry }) {
  const isUnfinished = inquiry.finishedAt === null;
  return (
    <article id={`inquiry-${inquiry._id}`} className={styles.item} data-state={inquiry.state}>
      <header>
        <h2>{inquiry.fullName}</h2>
        <span>{inquiryKinds[inquiry.kind]}</span>
        {isUnfinished && <span className={styles.mark}>Unfinished</span>}
        {inquiry.state !== "new" && (
          <span className={styles.mark}>
            {inquiry.state === "closed" ? "Closed" : "Answered"} <Moment at={stateSince(inquiry)} />
          </span>
        )}
        <Moment at={inquiry.receivedAt} />
      </header>
      <p className={styles.ways}>
        {inquiry.phone && (
          <a href={`tel:${inquiry.phone.replace(/[^\d+]/g, "")}`}>
            <IconPhone size={18} stroke={1.75} aria-hidden />
            {inquiry.phone}
          </a>
        )}
        <a href={mailtoUrl(inquiry.email)}>{inquiry.email}</a>
      </p>
      <Wishes inquiry={inquiry} />
      {inquiry.message && <p className={styles.words}>{inquiry.message}</p>}
      {inquiry.kind === "makeover" && (
        <p className={styles.note}>The presentation goes out by itself; the mail log shows it.</p>
      )}
      {isUnfinished && (
        <p className={styles.note}>Stopped after the first step, and knows that it was kept.</p>
      )}
      <Answers inquiry={inquiry} />
      <Attribution inquiry={inquiry} />
      {inquiry.replies.map((reply) => (
        <div key={reply._id} className={styles.reply}>
          <p>
            <b>Your reply</b>, {replyStates[reply.state]} <Moment at={reply.createdAt} />
          </p>
          <p className={styles.words}>{reply.text}</p>
        </div>
      ))}
      <Actions inquiry={inquiry} />
    </article>
  );
}

const replyStates = {
  queued: "waiting to be sent",
  sending: "being sent",
  sent: "sent",
  failed: "refused (see the mail log)",
  unknown: "nobody knows whether it left (see the mail log)",
  stopped: "kept back (see the mail log)",
} as const;

/** What a questionnaire is about at a glance: the package, and when to call. */
function Wishes({ inquiry }: { inquiry: Inquiry }) {
  const answers = new Map(inquiry.questions.flatMap(Object.entries));
  const contactAt = answers.get(questionnaire.questions.contactAt);
  const chosen = answers.get(questionnaire.questions.package);
  if (!contactAt && !chosen) return null;
  return (
    <p className={styles.wishes}>
      {contactAt && (
        <span>
          <IconCalendarTime size={20} stroke={1.75} aria-hidden />
          Call {contactAt}
        </span>
      )}
      {chosen && <span>{packageText(chosen)}</span>}
    </p>
  );
}

function packageText(id: string): string {
  const one = packages.find((known) => known.id === id);
  return one ? `${one.title} (${id})` : "No package chosen";
}

function Answers({ inquiry }: { inquiry: Inquiry }) {
  const { contactAt, package: selected } = questionnaire.questions;
  const pairs = inquiry.questions
    .flatMap(Object.entries)
    .filter(([question]) => question !== contactAt && question !== selected);
  if (pairs.length === 0) return null;
  return (
    <dl className={styles.answers}>
      {pairs.map(([question, answer]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

function Attribution({ inquiry }: { inquiry: Inquiry }) {
  const rows = attributionRows(inquiry.attribution);
  if (rows.length === 0) return null;
  return (
    <details className={styles.came}>
      <summary>Where this came from</summary>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">First visit</th>
            <th scope="col">Last visit</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, first, last }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{first}</td>
              <td>{last}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Actions({ inquiry }: { inquiry: Inquiry }) {
  const { revalidate } = useRevalidator();
  const [isReplying, setIsReplying] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const param = { id: inquiry._id };
  const one = api.admin.inquiries[":id"];

  async function act<R extends ApiResponse>(call: () => Promise<R>) {
    setIsBusy(true);
    const outcome = await askApi(call);
    const said = outcome.isDone ? outcome.answer : outcome.refusal;
    const message = (said as { message: string }).message;
    showToast({ title: outcome.isDone ? "Done" : "Error", message });
    setIsBusy(false);
    await revalidate();
  }

  if (isReplying) {
    return (
      <ReplyForm
        inquiry={inquiry}
        onCancel={() => setIsReplying(false)}
        onDone={() => {
          setIsReplying(false);
          void revalidate();
        }}
      />
    );
  }
  return (
    <div className={styles.actions}>
      <Button
        look={inquiry.state === "new" ? "solid" : "outline"}
        isSmall
        onClick={() => setIsReplying(true)}
      >
        Reply by e-mail
      </Button>
      {inquiry.state === "new" && (
        <Button
          look="outline"
          isSmall
          disabled={isBusy}
          onClick={() => void act(() => one.answers.$post({ param }))}
        >
          <IconCheck size={18} stroke={1.75} aria-hidden />
          Answered by phone
        </Button>
      )}
      {inquiry.state === "closed" ? (
        <Button
          look="quiet"
          isSmall
          disabled={isBusy}
          onClick={() => void act(() => one.closings.$delete({ param }))}
        >
          Open again
        </Button>
      ) : (
        <Button
          look="quiet"
          isSmall
          disabled={isBusy}
          onClick={() => void act(() => one.closings.$post({ param }))}
        >
          Close
        </Button>
      )}
    </div>
  );
}

function stateSince(inquiry: Inquiry): string {
  return inquiry.closedAt ?? inquiry.answeredAt ?? inquiry.receivedAt;
}

function Moment({ at }: { at: string }) {
  const text = new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  return (
    <time dateTime={at} suppressHydrationWarning>
      {text}
    </time>
  );
}
