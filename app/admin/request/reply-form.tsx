import { useState } from "react";
import { useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import {
  type ContactRequestDetail,
  NewContactRequestReply,
} from "#contract/contact-request-work.ts";
import { dayTimeText } from "#contract/moment-text.ts";
import styles from "./reply-form.module.css";

type ReplyProps = { detail: ContactRequestDetail; onDone: () => void };

/**
 * Sends a reply by email, with or without a template. The email is queued immediately, and its
 * state is shown in the history.
 */
export function ReplyForm({ detail, onDone }: ReplyProps) {
  const { contactRequest, templates } = detail;
  const { revalidate } = useRevalidator();
  const now = useNow();
  const callAt = contactRequest.callBackAt ?? contactRequest.contactAt;
  const [hasInvite, setHasInvite] = useState(false);
  const form = useForm({
    schema: NewContactRequestReply,
    read: (typed) => ({ ...typed, hasInvite }),
    send: (json) =>
      api.admin["contact-requests"][":id"].replies.$post({
        param: { id: contactRequest._id },
        json,
      }),
    onDone: ({ message }) => {
      showToast({ title: toastTitles.done, message });
      void revalidate();
      onDone();
    },
    countsOnce: true,
    draftKey: `reply-${contactRequest._id}`,
  });

  function choose(template: (typeof templates)[number]) {
    const field = form.ref.current?.elements.namedItem("text");
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.value = template.text;
    setHasInvite(template.hasInvite);
    form.forgetError("text");
    form.noteTyping();
    field.focus();
  }

  return (
    <section className={styles.box}>
      <Form form={form} aria-label={words.replyTo(contactRequest.fullName)}>
        <div className={styles.templates}>
          <span id="templates">{words.template}</span>
          <ul aria-labelledby="templates">
            {templates.map((template) => (
              <li key={`${template.name} ${template.text}`}>
                <Button variant="outline" isSmall onClick={() => choose(template)}>
                  {template.name}
                </Button>
              </li>
            ))}
          </ul>
        </div>
        <TextField
          name="text"
          label={words.to(contactRequest.email)}
          rows={9}
          help={words.signature}
          isRequired
        />
        {callAt && (
          <label className={styles.invite}>
            <input
              type="checkbox"
              checked={hasInvite}
              onChange={({ target }) => setHasInvite(target.checked)}
            />
            <span suppressHydrationWarning>
              {words.attachInvite(dayTimeText(new Date(callAt), now, agencyZone))}
            </span>
          </label>
        )}
        <FormEnd label={words.send}>
          <Button variant="quiet" onClick={onDone}>
            {consoleWords.cancel}
          </Button>
        </FormEnd>
      </Form>
    </section>
  );
}
