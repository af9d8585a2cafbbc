// One contact request of any of the four kinds: the sender, the request, the actions and the
// attribution.

import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconCalendarTime, IconCheck, IconPhone } from "#app/ui/icons.tsx";
import { mailtoUrl } from "#app/ui/mailto.ts";
import { momentText } from "#app/ui/moment-text.ts";
import { showToast } from "#app/ui/toast.tsx";
import {
  contactRequestKinds,
  contactRequestWords as words,
} from "#content/console/contact-requests.ts";
import { toastTitles } from "#content/console/frame.ts";
import { packageTitle } from "#content/marketing.ts";
import { questionnaire } from "#content/questionnaire.ts";
import type { ContactRequest } from "#contract/contact-requests.ts";
import { attributionRows } from "./attribution-rows.ts";
import { ReplyForm } from "./reply-form.tsx";
import styles from "./request-item.module.css";

export function ContactRequestItem({ contactRequest }: { contactRequest: ContactRequest }) {
  const isUnfinished = contactRequest.finishedAt === null;
  return (
    <article
      id={`contact-request-${contactRequest._id}`}
      className={styles.item}
      data-state={contactRequest.state}
    >
      <header>
        <h2>{contactRequest.fullName}</h2>
        <span>{contactRequestKinds[contactRequest.kind]}</span>
        {isUnfinished && <span className={styles.mark}>{words.unfinished}</span>}
        {contactRequest.state !== "new" && (
          <span className={styles.mark}>
            {words.stateNames[contactRequest.state]}{" "}
            <Moment at={stateSince(contactRequest)}>
              {momentText(stateSince(contactRequest))}
            </Moment>
          </span>
        )}
        <Moment at={contactRequest.receivedAt}>{momentText(contactRequest.receivedAt)}</Moment>
      </header>
      <p className={styles.buttons}>
        {contactRequest.phone && (
          <a href={`tel:${contactRequest.phone.replace(/[^\d+]/g, "")}`}>
            <IconPhone aria-hidden />
            {contactRequest.phone}
          </a>
        )}
        <a href={mailtoUrl(contactRequest.email)}>{contactRequest.email}</a>
      </p>
      <CallPreferences contactRequest={contactRequest} />
      {contactRequest.message && <p className={styles.words}>{contactRequest.message}</p>}
      {contactRequest.kind === "makeover" && <p className={styles.note}>{words.makeoverNote}</p>}
      {isUnfinished && <p className={styles.note}>{words.unfinishedNote}</p>}
      <Answers contactRequest={contactRequest} />
      <Attribution contactRequest={contactRequest} />
      {contactRequest.replies.map((reply) => (
        <div key={reply._id} className={styles.reply}>
          <p>
            <b>{words.yourReply}</b>, {words.replyStates[reply.state]}{" "}
            <Moment at={reply.createdAt}>{momentText(reply.createdAt)}</Moment>
          </p>
          <p className={styles.words}>{reply.text}</p>
        </div>
      ))}
      <Actions contactRequest={contactRequest} />
    </article>
  );
}

/** A questionnaire's summary: the package, and when to call. */
function CallPreferences({ contactRequest }: { contactRequest: ContactRequest }) {
  const answers = new Map(contactRequest.questions.flatMap(Object.entries));
  const contactAt = answers.get(questionnaire.questions.contactAt);
  const chosen = answers.get(questionnaire.questions.package);
  if (!contactAt && !chosen) return null;
  return (
    <p className={styles.preferences}>
      {contactAt && (
        <span>
          <IconCalendarTime size={20} aria-hidden />
          {words.call(contactAt)}
        </span>
      )}
      {chosen && <span>{packageText(chosen)}</span>}
    </p>
  );
}

function packageText(id: string): string {
  return packageTitle(id) ?? words.noPackage;
}

function Answers({ contactRequest }: { contactRequest: ContactRequest }) {
  const { contactAt, package: selected } = questionnaire.questions;
  const pairs = contactRequest.questions
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

function Attribution({ contactRequest }: { contactRequest: ContactRequest }) {
  const rows = attributionRows(contactRequest.attribution);
  if (rows.length === 0) return null;
  return (
    <details className={styles.attribution}>
      <summary>{words.attribution.title}</summary>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.attribution.first}</th>
            <th scope="col">{words.attribution.last}</th>
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

function Actions({ contactRequest }: { contactRequest: ContactRequest }) {
  const { revalidate } = useRevalidator();
  const [isReplying, setIsReplying] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const param = { id: contactRequest._id };
  const one = api.admin["contact-requests"][":id"];

  async function act<R extends ApiResponse>(call: () => Promise<R>) {
    setIsBusy(true);
    const outcome = await askApi(call);
    const said = outcome.isDone ? outcome.answer : outcome.refusal;
    const message = (said as { message: string }).message;
    showToast({ title: outcome.isDone ? toastTitles.done : toastTitles.error, message });
    setIsBusy(false);
    await revalidate();
  }

  if (isReplying) {
    return (
      <ReplyForm
        contactRequest={contactRequest}
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
        variant={contactRequest.state === "new" ? "solid" : "outline"}
        isSmall
        onClick={() => setIsReplying(true)}
      >
        {words.reply}
      </Button>
      {contactRequest.state === "new" && (
        <Button
          variant="outline"
          isSmall
          disabled={isBusy}
          onClick={() => void act(() => one.answers.$post({ param }))}
        >
          <IconCheck aria-hidden />
          {words.answeredByPhone}
        </Button>
      )}
      {contactRequest.state === "closed" ? (
        <Button
          variant="quiet"
          isSmall
          disabled={isBusy}
          onClick={() => void act(() => one.closings.$delete({ param }))}
        >
          {words.reopen}
        </Button>
      ) : (
        <Button
          variant="quiet"
          isSmall
          disabled={isBusy}
          onClick={() => void act(() => one.closings.$post({ param }))}
        >
          {words.close}
        </Button>
      )}
    </div>
  );
}

function stateSince(contactRequest: ContactRequest): string {
  return contactRequest.closedAt ?? contactRequest.answeredAt ?? contactRequest.receivedAt;
}
