// The contact form of both public sites: the same fields and words, sent from two pages.
import { useState } from "react";
import { api } from "#app/api.ts";
import { readAttribution } from "#app/page-scripts/attribution.ts";
import { InlineScript } from "#app/page-scripts/inline-script.tsx";
import keptForms from "#app/page-scripts/kept-forms.ts?script";
import { contactFormWords as words } from "#content/interface.ts";
import { formMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { MarketingMessage, PersonalMessage } from "#contract/contact-requests.ts";
import { MessageDialog } from "./dialog.tsx";
import { EmailField, PhoneField, TextField } from "./fields.tsx";
import { Form, FormEnd, useForm } from "./form.tsx";
import { NeedsScript } from "./needs-script.tsx";

const [writeTo, orCall] = words.instead;

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
    rememberAs: `contact-${page}`,
  });

  function finish() {
    setDoneMessage(null);
    form.reset();
  }

  return (
    <NeedsScript
      instead={<AnotherWay email={page === "Personal" ? site.email : site.agencyEmail} />}
    >
      <Form form={form} aria-label={words.title}>
        <TextField name="fullName" label={words.name} autoComplete="name" isRequired />
        <EmailField isRequired />
        <PhoneField name="phone" label={words.phone} isRequired />
        <TextField
          name="message"
          label={words.message}
          rows={6}
          help={formMessages.healthHint}
          isRequired
        />
        <FormEnd label={words.send} />
        <InlineScript code={keptForms} />
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
      {writeTo} <a href={`mailto:${email}`}>{email}</a> {orCall}{" "}
      <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
    </p>
  );
}
