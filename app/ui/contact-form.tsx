// The contact form of both public sites. Its fields and texts are the same on both.
import { useState } from "react";
import type { z } from "zod";
import { api } from "#app/api.ts";
import { readAttribution } from "#app/attribution.ts";
import { site } from "#content/site.ts";
import { MarketingMessage, PersonalMessage } from "#contract/contact-requests.ts";
import { MessageDialog } from "./dialog.tsx";
import { EmailField, PhoneField, TextField } from "./fields.tsx";
import { Form, FormEnd } from "./form.tsx";
import { NeedsScript } from "./needs-script.tsx";
import { usePhoneQuestion } from "./phone-question.ts";
import { RestoreFormDrafts } from "./restore-form-drafts.tsx";
import { SpanishChoice } from "./spanish-choice.tsx";
import { useForm } from "./use-form.ts";
import { useWords } from "./words.ts";

type Message = z.output<typeof PersonalMessage> | z.output<typeof MarketingMessage>;

/** `page`: the name of the site in the contract. */
export function ContactForm({ page }: { page: "Personal" | "Marketing" }) {
  const { contactForm: words, form: formMessages } = useWords();
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const form = useForm({
    schema: usePhoneQuestion<Message>(page === "Personal" ? PersonalMessage : MarketingMessage),
    read: (typed) => ({
      ...typed,
      prefersSpanish: typed.prefersSpanish === "on",
      ...{ page, test: false, attribution: readAttribution() },
    }),
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
    <NeedsScript instead={<Fallback email={page === "Personal" ? site.email : site.agencyEmail} />}>
      <Form form={form} aria-label={words.title}>
        <TextField name="fullName" label={words.name} autoComplete="name" isRequired />
        <EmailField isRequired />
        <PhoneField name="phone" label={words.phone} isRequired />
        <TextField
          name="message"
          label={words.message}
          rows={6}
          // The hint about health data is only for the marketing site's visitors, not for
          // recruiters.
          help={page === "Marketing" ? formMessages.healthHint : undefined}
          isRequired
        />
        {page === "Marketing" && <SpanishChoice />}
        <FormEnd label={words.send} />
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

/** Shown where the form can't work because there is no JavaScript. */
function Fallback({ email }: { email: string }) {
  const [writeTo, orCall] = useWords().contactForm.instead;
  return (
    <p>
      {writeTo} <a href={`mailto:${email}`}>{email}</a> {orCall}{" "}
      <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
    </p>
  );
}
