// The form for a free presentation with the visitor's name in it, which is emailed within a minute.
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { readAttribution } from "#app/attribution.ts";
import { belowFold } from "#app/below-fold.ts";
import { PresentationPages } from "#app/marketing/pictures/presentation-pages.tsx";
import { Sample } from "#app/marketing/sample.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { MessageDialog } from "#app/ui/dialog.tsx";
import { EmailField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { RestoreFormDrafts } from "#app/ui/restore-form-drafts.tsx";
import { SpanishChoice } from "#app/ui/spanish-choice.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { useTranslatedPath, useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { contactRequestLimits, MakeoverRequest } from "#contract/contact-requests.ts";
import styles from "./makeover.module.css";

export function Makeover() {
  const { title, says } = useMarketingWords().marketing.makeover;
  return (
    <section
      id="makeover"
      className={styles.section}
      aria-labelledby="makeover-title"
      {...belowFold({ narrow: 77, wide: 56 })}
    >
      <div className={styles.inside}>
        <div className={styles.pages}>
          <PresentationPages />
          <Sample />
        </div>
        <div>
          <h2 id="makeover-title">{title}</h2>
          <p className={styles.lead}>{says}</p>
          <NeedsScript instead={<Fallback />}>
            <MakeoverForm />
          </NeedsScript>
        </div>
      </div>
    </section>
  );
}

function MakeoverForm() {
  const pathTo = useTranslatedPath();
  const words = useWords();
  const { marketing, makeoverForm } = useMarketingWords();
  const { name, more, send, help } = marketing.makeover;
  const { questions, specialties, worries, delays } = makeoverForm;
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const form = useForm({
    schema: MakeoverRequest,
    read: (typed) => ({
      ...withoutBlanks(typed),
      prefersSpanish: typed.prefersSpanish === "on",
      makeOver: true,
      test: false,
      consent: help,
      attribution: readAttribution(),
    }),
    send: (request) => api.contact.$post({ json: request }),
    onDone: (answer) => setDoneMessage(answer.message),
    needsCaptcha: true,
    countsOnce: true,
    draftKey: "makeover",
  });

  function finish() {
    setDoneMessage(null);
    form.reset();
  }

  return (
    <>
      <Form form={form} aria-labelledby="makeover-title" className={styles.form}>
        <TextField name="name" label={name} autoComplete="name" isRequired />
        <EmailField isRequired />
        <div className={styles.pair}>
          <SelectField
            name="specialty"
            label={questions.specialty}
            options={optionsOf(specialties)}
          />
          <SelectField name="worry" label={questions.worry} options={optionsOf(worries)} />
        </div>
        <details className={styles.more}>
          <summary>{more}</summary>
          <div>
            <div className={styles.pair}>
              <TextField
                name="practice"
                label={questions.practice}
                autoComplete="organization"
                maxLength={contactRequestLimits.name}
              />
              <TextField
                name="city"
                label={questions.city}
                autoComplete="address-level2"
                maxLength={contactRequestLimits.name}
              />
            </div>
            <SelectField name="delay" label={questions.delay} options={optionsOf(delays)} />
          </div>
        </details>
        <SpanishChoice />
        <FormEnd label={send} />
        <p className={styles.help}>
          {help} <Link to={pathTo("/lms/privacy-policy")}>{words.interface.privacy}</Link>
        </p>
        <RestoreFormDrafts isApart />
      </Form>
      <MessageDialog
        isOpen={doneMessage !== null}
        onClose={finish}
        title={words.form.success}
        message={doneMessage ?? ""}
      />
    </>
  );
}

function optionsOf(all: Record<string, { name: string }>) {
  return Object.entries(all).map(([value, { name }]) => ({ value, name }));
}

/** Returns the values without the questions that weren't answered. */
function withoutBlanks(typed: Record<string, string>) {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
}

/** Shown when the form can't work because there is no JavaScript. */
function Fallback() {
  const { instead } = useMarketingWords().marketing.makeover;
  return (
    <p className={styles.form}>
      {instead[0]} <a href={`mailto:${site.agencyEmail}`}>{site.agencyEmail}</a> {instead[1]}
    </p>
  );
}
