import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { type ContactRequest, NewContactRequestReply } from "#contract/contact-requests.ts";

/**
 * A reply by email to the sender. It is queued immediately; the contact request shows its delivery
 * state.
 */
export function ReplyForm({
  contactRequest,
  onCancel,
  onDone,
}: {
  contactRequest: ContactRequest;
  onCancel: () => void;
  onDone: () => void;
}) {
  const form = useForm({
    schema: NewContactRequestReply,
    send: (json) =>
      api.admin["contact-requests"][":id"].replies.$post({
        param: { id: contactRequest._id },
        json,
      }),
    onDone: (answer) => {
      showToast({ title: toastTitles.done, message: answer.message });
      onDone();
    },
    countsOnce: true,
    draftKey: `reply-${contactRequest._id}`,
  });
  return (
    <Form form={form} aria-label={words.replyTo(contactRequest.fullName)}>
      <TextField
        name="text"
        label={words.to(contactRequest.email)}
        rows={6}
        help={words.signature}
        isRequired
      />
      <FormEnd label={words.send}>
        <Button variant="quiet" onClick={onCancel}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
