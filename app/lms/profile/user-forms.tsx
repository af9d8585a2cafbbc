// Who the practice is, and what its leads read above its e-mails.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { PhoneField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, useForm } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type Client, ProfileChange } from "#contract/accounts.ts";
import { usStates } from "#contract/us-states.ts";
import styles from "./forms.module.css";

const states = Object.entries(usStates).map(([value, name]) => ({ value, name }));

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
      <div className={styles.pair}>
        <TextField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          defaultValue={client.firstName}
          isRequired
        />
        <TextField
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          defaultValue={client.lastName}
          isRequired
        />
      </div>
      <PhoneField name="phone" label="Phone" defaultValue={client.phone} isMasked isRequired />
      <TextField
        name="address"
        label="Address"
        autoComplete="address-line1"
        defaultValue={client.address}
        isRequired
      />
      <TextField
        name="address2"
        label="Address 2"
        autoComplete="address-line2"
        defaultValue={client.address2}
      />
      <TextField
        name="city"
        label="City"
        autoComplete="address-level2"
        defaultValue={client.city}
        isRequired
      />
      <div className={styles.pair}>
        <SelectField
          name="state"
          label="State"
          autoComplete="address-level1"
          defaultValue={client.state}
          options={states}
          isRequired
        />
        <TextField
          name="zip"
          label="Zip"
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
          defaultValue={client.zip}
          isRequired
        />
      </div>
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
      <TextField
        name="replyTo"
        label="Reply-To"
        type="email"
        autoComplete="off"
        inputMode="email"
        defaultValue={client.replyTo}
        help={`Where answers go. Empty: ${client.email}.`}
      />
      <FormEnd label="Save" sendingLabel="Saving …" />
    </Form>
  );
}
