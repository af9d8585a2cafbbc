// The contact form of both public sites: the same fields and words, sent from two pages.
import { useState } from "react";
import { api } from "#app/api.ts";
import { readAttribution } from "#app/attribution.ts";
import { formMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { MarketingMessage, PersonalMessage } from "#contract/contact-requests.ts";
import { MessageDialog } from "./dialog.tsx";
import { EmailField, PhoneField, TextField } from "./fields.tsx";
import { Form, FormEnd } from "./form.tsx";
import { NeedsScript } from "./needs-script.tsx";
import { RestoreFormDrafts } from "./restore-form-drafts.tsx";
import { useForm } from "./use-form.ts";

/** `page` is what the contract calls the site that it is sent from. */
export function ContactForm({ page }: { page: "Personal" | "Marketing" }) {
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const form = useForm({
    schema: page === "Personal" ? PersonalMessage : MarketingMessage,
    read: (typed) => ({ ...typed, page, test: false, attribution: readAttribution() }),
    send: (request) => api.contact.$post({ json: request }),
    onDone: (answer) => setDoneMessage(answer.message),
    needsCaptcha: true,
    countsOnce: true,
    draftKey: `contact-${page}`,
  });

  function finish() {
    setDoneMessage(null);
    form.reset();
  }

  return (
    <NeedsScript
      instead={<AnotherWay email={page === "Personal" ? site.email : site.agencyEmail} />}
    >
      <Form form={form} aria-label="Contact">
        <TextField name="fullName" label="Name" autoComplete="name" isRequired />
        <EmailField isRequired />
        <PhoneField name="phone" label="Phone" isRequired />
        <TextField
          name="message"
          label="Message"
          rows={6}
          help={formMessages.healthHint}
          isRequired
        />
        <FormEnd label="Send" />
        <RestoreFormDrafts />
      </Form>
      <MessageDialog
        isOpen={doneMessage !== null}
        onClose={finish}
        title={formMessages.success}
        message={doneMessage ?? ""}
      />
    </NeedsScript>
  );
}

/** Where the form cannot work. */
function AnotherWay({ email }: { email: string }) {
  return (
    <p>
      The form on this page needs JavaScript. Without it, write to{" "}
      <a href={`mailto:${email}`}>{email}</a> or call{" "}
      <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
    </p>
  );
}
