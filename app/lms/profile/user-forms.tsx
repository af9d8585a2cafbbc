// Who the practice is, and what its leads read above its e-mails.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { AddressFields, NameFields } from "#app/lms/account-fields.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, useForm } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type Client, ProfileChange } from "#contract/accounts.ts";

function useProfileForm() {
  const { revalidate } = useRevalidator();
  return useForm({
    schema: ProfileChange,
    send: (json) => api.clients.me.$patch({ json }),
    onDone({ message }) {
      showToast({ title: message });
      void revalidate();
    },
  });
}

export function InformationForm({ client }: { client: Client }) {
  const form = useProfileForm();
  return (
    <Form form={form} aria-label="User information">
      <TextField
        name="name"
        label="Practice"
        autoComplete="organization"
        defaultValue={client.name}
        isRequired
      />
      <NameFields of={client} />
      <AddressFields of={client} />
      <FormEnd label="Save" sendingLabel="Saving …" />
    </Form>
  );
}

export function MailForm({ client }: { client: Client }) {
  const form = useProfileForm();
  return (
    <Form form={form} aria-label="Mail to your leads">
      <TextField
        name="senderName"
        label="Sender’s name"
        autoComplete="off"
        defaultValue={client.senderName}
        help={`Who your e-mails come from. Empty: ${client.name}.`}
      />
      <EmailField
        name="replyTo"
        label="Reply-To"
        autoComplete="off"
        defaultValue={client.replyTo}
        help={`Where answers go. Empty: ${client.email}.`}
      />
      <FormEnd label="Save" sendingLabel="Saving …" />
    </Form>
  );
}
