// The onboarding checklist: what is done, and for each open step the action that does it.
import type { ReactNode } from "react";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button, ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconCircleCheck } from "#app/ui/icons.tsx";
import { mailtoUrl } from "#app/ui/mailto.ts";
import {
  practiceWords,
  stepWords,
  practicePageWords as words,
} from "#content/console/practices.ts";
import { type OnboardingStep, onboardingSteps, type PracticeDetail } from "#contract/practices.ts";
import boxes from "./box.module.css";
import styles from "./setup.module.css";

export function Setup({ practice }: { practice: PracticeDetail }) {
  const { steps } = practice;
  const isDone = steps.length === onboardingSteps.length;
  return (
    <section className={boxes.box} aria-labelledby="setup">
      <h2 id="setup">
        {words.setup} <span>{practiceWords.few(steps.length, onboardingSteps.length)}</span>
      </h2>
      {isDone ? (
        <p className={boxes.quiet}>{words.setUp}</p>
      ) : (
        <ol className={styles.steps}>
          {onboardingSteps.map((step) => (
            <Step key={step} step={step} practice={practice} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Step({ step, practice }: { step: OnboardingStep; practice: PracticeDetail }) {
  const isDone = practice.steps.includes(step);
  const { name, why } = stepWords[step];
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      {isDone ? (
        <IconCircleCheck size={20} aria-hidden />
      ) : (
        <i className={styles.ring} aria-hidden />
      )}
      <p>
        <strong>{name}</strong> <Hidden>{isDone ? words.done : words.open}</Hidden>
        {!isDone && (
          <span className={styles.why}>{step === "account" ? whyNoAccount(practice) : why}</span>
        )}
      </p>
      {!isDone && actionOf(step, practice)}
    </li>
  );
}

function whyNoAccount({ status, isAddressConfirmed }: PracticeDetail): string {
  if (status !== "pending") return stepWords.account.why;
  return isAddressConfirmed ? words.approveThem : words.confirmFirst;
}

function actionOf(step: OnboardingStep, practice: PracticeDetail): ReactNode {
  const { _id, status, isAddressConfirmed } = practice;
  const { action } = stepWords[step];
  const firstSource = practice.sources.find(({ state }) => state !== "ended");
  if (step === "account") {
    if (status !== "pending") return <Email practice={practice} of="login" text={action} />;
    return isAddressConfirmed ? <Approve practice={practice} /> : null;
  }
  if (step === "alerts") return <Email practice={practice} of="alerts" text={action} />;
  const url = {
    source: `/admin/sources?connect=${_id}`,
    testLead: firstSource ? `/admin/source?id=${firstSource._id}` : null,
    firstCall: practice.steps.includes("testLead") ? `/lms/dashboard?client=${_id}` : null,
  }[step];
  // A test lead needs a source first, and a call needs a lead.
  if (!url) return null;
  return (
    <ButtonLink to={url} prefetch="none" variant="outline" isSmall>
      {action}
    </ButtonLink>
  );
}

function Approve({ practice }: { practice: PracticeDetail }) {
  const change = useChange();
  const param = { id: practice._id };
  return (
    <Button
      isSmall
      onClick={() => void change(() => api.admin.clients[":id"].approval.$post({ param }))}
    >
      {practiceWords.approve}
    </Button>
  );
}

const emails = {
  login: { subject: words.loginSubject, text: words.loginText, page: "" },
  alerts: { subject: words.alertsSubject, text: words.alertsText, page: "/profile" },
};

type EmailProps = { practice: PracticeDetail; of: keyof typeof emails; text: string };

/** Links to a new email to the first manager, because only the practice can do this step. */
function Email({ practice: { people, loginUrl }, of, text: label }: EmailProps) {
  const manager = people.people.find((one) => one.role === "manager" && !one.deactivatedAt);
  if (!manager) return null;
  const { subject, text, page } = emails[of];
  const body = text(loginUrl + page);
  return (
    <ButtonAnchor variant="outline" isSmall href={mailtoUrl(manager.email, { subject, body })}>
      {label}
    </ButtonAnchor>
  );
}
