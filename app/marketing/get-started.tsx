// The questionnaire, in three short steps. Its logic is in get-started/.

import { type ReactNode, useSyncExternalStore } from "react";
import { Link, type MetaArgs } from "react-router";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { MessageDialog } from "#app/ui/dialog.tsx";
import { EmailField, PhoneField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, FormRefusal } from "#app/ui/form.tsx";
import { IconArrowRight, IconPhone } from "#app/ui/icons.tsx";
import { InlineScript } from "#app/ui/inline-script.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { SpanishChoice } from "#app/ui/spanish-choice.tsx";
import { useTranslatedPath, useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { contactRequestLimits } from "#contract/contact-requests.ts";
import { CarriedTime } from "./get-started/carried-time.tsx";
import { YesNo } from "./get-started/choice.tsx";
import { ownTimeZone, timeZoneText } from "./get-started/contact-time.ts";
import { DateField } from "./get-started/date-field.tsx";
import { OutsideHours } from "./get-started/outside-hours.tsx";
import { PackageStrip } from "./get-started/package-strip.tsx";
import questionnaireScript from "./get-started/restore-questionnaire.ts?script";
import { SlotPicker } from "./get-started/slot-picker.tsx";
import { useQuestionnaire } from "./get-started/use-questionnaire.ts";
import styles from "./get-started.module.css";
import { marketingWordsOf, useMarketingWords } from "./words.ts";

export const meta = ({ matches }: MetaArgs) => {
  const { root, marketing } = marketingWordsOf(matches);
  const { title, description } = marketing.getStarted;
  return pageMeta({
    title: `${title} | ${site.mailName}`,
    description,
    path: `${root}/get-started`,
  });
};

export default function GetStarted() {
  const { marketing, phoneHours } = useMarketingWords();
  const { title, next, steps } = marketing.getStarted;
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1>{title}</h1>
      <NeedsScript instead={<Fallback />}>
        <QuestionnaireForm />
      </NeedsScript>
      <aside className={styles.aside}>
        <h2>{next}</h2>
        <ol className={styles.next}>
          {steps.map((step, index) => (
            <li key={step.name}>
              <span aria-hidden="true">{index + 1}</span>
              <b>{step.name}</b>
              <p>{step.says}</p>
            </li>
          ))}
        </ol>
        <a href={`tel:${site.phoneLink}`} className={styles.phone}>
          <IconPhone size={24} aria-hidden />
          {site.phone}
        </a>
        <p className={styles.hours}>{phoneHours}</p>
      </aside>
    </main>
  );
}

function QuestionnaireForm() {
  const { form: formMessages } = useWords();
  const { marketing, questionnaire } = useMarketingWords();
  const { title } = marketing.getStarted;
  const { questions, historySays, website, time, buttons, fields } = questionnaire;
  const { form, doneMessage, isFirstStepMissing, finish, goBack } = useQuestionnaire();
  const missing = isFirstStepMissing && formMessages.unfinishedMissing;
  const back = (
    <Button variant="outline" onClick={goBack}>
      {buttons.back}
    </Button>
  );
  return (
    <>
      <Form form={form} aria-label={title} className={styles.form}>
        <Step
          number={1}
          note={missing || formMessages.unfinished}
          end={<StepEnd back={<LeaveLink />} />}
        >
          <CarriedTime />
          <PackageStrip />
          <TextField name="fullName" label={fields.fullName} autoComplete="name" isRequired />
          <EmailField isRequired />
          <PhoneField name="phone" label={fields.phone} isRequired />
          <SpanishChoice />
        </Step>
        <Step number={2} says={historySays} note={missing} end={<StepEnd back={back} />}>
          <YesNo name="triedMarketing" question={questions.triedMarketing}>
            <Answer name="howItWorked" label={questions.howItWorked} />
          </YesNo>
          <YesNo name="hasTeam" question={questions.hasTeam}>
            <Answer name="teamProblems" label={questions.teamProblems} />
          </YesNo>
        </Step>
        <Step number={3} note={missing} end={<FormEnd label={buttons.submit} before={back} />}>
          <YesNo name="hasWebsite" question={questions.hasWebsite}>
            <TextField
              name="website"
              label={questions.website}
              placeholder={website.example}
              autoComplete="url"
              autoCapitalize="none"
              inputMode="url"
              spellCheck={false}
              maxLength={contactRequestLimits.answer}
            />
          </YesNo>
          <fieldset className={styles.when}>
            <legend>{time.title}</legend>
            <SlotPicker />
            <DateField name="contactDate" label={fields.date} />
            <TextField
              name="contactTime"
              label={fields.time}
              type="time"
              help={
                <>
                  <TimeZone />
                  <OutsideHours />
                </>
              }
              isRequired
            />
          </fieldset>
        </Step>
        <InlineScript code={questionnaireScript} />
      </Form>
      <MessageDialog
        isOpen={doneMessage !== null}
        onClose={finish}
        title={formMessages.success}
        message={doneMessage ?? ""}
      />
    </>
  );
}

function Step({
  number,
  says,
  note,
  end,
  children,
}: {
  number: 1 | 2 | 3;
  says?: string;
  /** A note about what happens to the first step's answers, or false. */
  note: string | false;
  end: ReactNode;
  children: ReactNode;
}) {
  const { questionnaire } = useMarketingWords();
  const step = questionnaire.steps[number - 1];
  const following = questionnaire.steps.at(number);
  const titleId = `step-${number}-title`;
  return (
    <section data-step={number} className={styles.step} aria-labelledby={titleId}>
      <div className={styles.head}>
        <p>
          <b>{questionnaire.step(number, questionnaire.steps.length)}</b>{" "}
          {following ? questionnaire.nextStep(following.name) : questionnaire.lastStep}
        </p>
        <div className={styles.bars} aria-hidden="true">
          {questionnaire.steps.map(({ name }, index) => (
            <i key={name} data-done={index < number || undefined} />
          ))}
        </div>
        <h2 id={titleId} tabIndex={-1}>
          {step?.title}
        </h2>
        {says && <p className={styles.says}>{says}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
      <p role="status" className={styles.note}>
        {note}
      </p>
      <div className={styles.end}>{end}</div>
    </section>
  );
}

function StepEnd({ back }: { back: ReactNode }) {
  const { buttons } = useMarketingWords().questionnaire;
  return (
    <>
      <FormRefusal />
      <div className={styles.buttons}>
        {back}
        <Button type="submit">
          {buttons.next}
          <IconArrowRight size={22} aria-hidden />
        </Button>
      </div>
    </>
  );
}

function LeaveLink() {
  const { root, questionnaire } = useMarketingWords();
  return (
    <ButtonLink to={root} variant="outline">
      {questionnaire.buttons.back}
    </ButtonLink>
  );
}

function Answer({ name, label }: { name: string; label: string }) {
  const { healthHint } = useWords().form;
  return (
    <TextField
      name={name}
      label={label}
      rows={3}
      maxLength={contactRequestLimits.answer}
      help={healthHint}
    />
  );
}

const never = () => () => undefined;

/** Rendered only in the browser, because the server doesn't know the visitor's time zone. */
function TimeZone() {
  const { language } = useWords();
  const { time } = useMarketingWords().questionnaire;
  const zone = useSyncExternalStore(never, ownTimeZone, () => null);
  return (
    <>
      {zone ? time.zone(timeZoneText(zone, language)) : time.unknownZone} {time.hours}
    </>
  );
}

/** Shown when the questionnaire can't work because there is no JavaScript. */
function Fallback() {
  const pathTo = useTranslatedPath();
  const { interface: interfaceWords } = useWords();
  const { marketing } = useMarketingWords();
  return (
    <div className={styles.instead}>
      <p>{marketing.getStarted.instead}</p>
      <p>
        <ButtonAnchor href={`tel:${site.phoneLink}`}>
          <IconPhone size={22} aria-hidden />
          {marketing.hero.call}
        </ButtonAnchor>{" "}
        <ButtonAnchor href={`mailto:${site.agencyEmail}`} variant="outline">
          {site.agencyEmail}
        </ButtonAnchor>
      </p>
      <p>
        <Link to={pathTo("/lms/privacy-policy")}>{interfaceWords.privacy}</Link>
      </p>
    </div>
  );
}
