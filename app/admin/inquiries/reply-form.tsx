import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, useForm } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type Inquiry, NewInquiryReply } from "#contract/inquiries.ts";

/** A mail to whoever wrote. It is queued at once; the inquiry says what became of it. */
export function ReplyForm({
  inquiry,
  onCancel,
  onDone,
}: {
  inquiry: Inquiry;
  onCancel: () => void;
  onDone: () => void;
}) {
  const form = useForm({
    schema: NewInquiryReply,
    send: (json) => api.admin.inquiries[":id"].replies.$post({ param: { id: inquiry._id }, json }),
    onDone: (answer) => {
      showToast({ title: "Done", message: answer.message });
      onDone();
    },
    countsOnce: true,
    rememberAs: `reply-${inquiry._id}`,
  });
  return (
    <Form form={form} aria-label={`Reply to ${inquiry.fullName}`}>
      <TextField
        name="text"
        label={`To ${inquiry.email}`}
        rows={6}
        help="Your name and number stand below it by themselves."
        isRequired
      />
      <FormEnd label="Send">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormEnd>
    </Form>
  );
}
