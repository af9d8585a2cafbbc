import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { api } from "#app/api.ts";
import { readAttribution } from "#app/attribution.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { readTyped } from "#app/ui/form-values.ts";
import { usePhoneQuestion } from "#app/ui/phone-question.ts";
import { type FormState, useForm } from "#app/ui/use-form.ts";
import { useWords } from "#app/ui/words.ts";
import { answersSchema, stepFields, toSubmission } from "./answers.ts";
import { ownTimeZone } from "./contact-time.ts";
import { draftKey, openQuestionnaire, showStep, stepHashes, stepOf } from "./open-questionnaire.ts";

const lastStep = stepHashes.length - 1;
const schema = answersSchema(() => new Date());

export type QuestionnaireState = {
  form: FormState;
  /** The server's message once the submission has succeeded. */
  doneMessage: string | null;
  /** Whether the first step couldn't be sent. */
  isFirstStepMissing: boolean;
  finish: () => void;
  goBack: () => void;
};

/**
 * Handles the three steps, which are one form. Each step is validated before the next one opens,
 * and the last one submits the form.
 */
export function useQuestionnaire(): QuestionnaireState {
  const { form: formMessages } = useWords();
  const { root, questionnaire } = useMarketingWords();
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const { hash, search } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const shown = useRef<number | null>(null);
  /** The request that sends the first step; null until then, and again after it has failed. */
  const firstStep = useRef<Promise<void> | null>(null);
  const [isFirstStepMissing, setIsFirstStepMissing] = useState(false);

  const form = useForm({
    schema: usePhoneQuestion(schema),
    read: (typed) => ({ ...typed, consent: `${typed.consent} ${formMessages.unfinished}` }),
    // Waits for the first step's request, which must not arrive after the final submission.
    earlier: () => firstStep.current,
    send: (answers) => {
      const submission = toSubmission(answers, ownTimeZone(), questionnaire.questions);
      return api.contact.$post({ json: { ...submission, attribution: readAttribution() } });
    },
    onDone(answer) {
      firstStep.current = Promise.resolve();
      setIsFirstStepMissing(false);
      setDoneMessage(answer.message);
    },
    onRefused: ({ errors }) => {
      const step = stepFields.findIndex((names) => names.some((name) => name in errors));
      if (step >= 0) goTo(step);
    },
    needsCaptcha: true,
    countsOnce: true,
    draftKey,
  });
  const { ref, noteTyping } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after mount
  useEffect(() => {
    const element = ref.current;
    if (element && !("opened" in element.dataset)) {
      openQuestionnaire(element, arrival === "POP");
      noteTyping();
    }
    return () => showStep(null);
  }, []);

  useEffect(() => {
    if (!ref.current) return;
    const step = stepOf(hash, ref.current);
    showStep(step);
    if (shown.current !== null && shown.current !== step) focusTitle(ref.current, step);
    shown.current = step;
    // A step can't open while an earlier one has missing answers.
    if (hash !== stepHashes[step])
      void navigate({ search, hash: stepHashes[step] }, { replace: true });
  }, [hash, search, navigate, ref]);

  const retryFirstStep = useEffectEvent(ensureFirstStep);
  useEffect(() => {
    if (!isFirstStepMissing) return;
    const retry = () => retryFirstStep();
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [isFirstStepMissing]);

  /**
   * Sends the first step once. After a failure it is sent again with the next step, or when the
   * visitor is back online.
   */
  function ensureFirstStep() {
    firstStep.current ??= submitFirstStep(form, formMessages.unfinished).then((isSaved) => {
      if (!isSaved) firstStep.current = null;
      setIsFirstStepMissing(!isSaved);
    });
  }

  function goTo(step: number) {
    if (shown.current !== step) void navigate({ search, hash: stepHashes[step] });
  }

  async function submitStep() {
    const step = shown.current ?? 0;
    if (step < lastStep) {
      if (!form.check(stepFields[step] ?? [])) return;
      ensureFirstStep();
      return goTo(step + 1);
    }
    const wrong = stepFields.findIndex((names) => !form.check(names));
    if (wrong >= 0) return goTo(wrong);
    await form.submit();
  }

  return {
    form: { ...form, submit: submitStep },
    doneMessage,
    isFirstStepMissing,
    finish() {
      setDoneMessage(null);
      form.reset();
      void navigate(root);
    },
    goBack() {
      goTo((shown.current ?? 1) - 1);
    },
  };
}

/**
 * Sends the first step, so that the owner can reach a visitor who leaves after it. A note in the
 * form says so. Returns whether it was saved. The final submission has the same id and replaces it.
 */
async function submitFirstStep(form: FormState, unfinished: string): Promise<boolean> {
  if (!form.ref.current) return false;
  const {
    fullName = "",
    email = "",
    phone = "",
    prefersSpanish,
    submissionId,
    consent,
  } = readTyped(form.ref.current);
  try {
    const captcha = await form.captcha.solution();
    const outcome = await askApi(() =>
      api.contact.$post({
        json: {
          fullName,
          email,
          phone,
          prefersSpanish: prefersSpanish === "on",
          page: "Questionairre",
          questions: [],
          test: true,
          unfinished: true,
          submissionId,
          consent: `${consent} ${unfinished}`,
          attribution: readAttribution(),
          captcha,
        },
      }),
    );
    // Without a response, the captcha solution may not have been used yet.
    if (outcome.isDone || outcome.refusal.status !== 0) form.captcha.renew();
    return outcome.isDone;
  } catch {
    // The captcha couldn't be solved.
    return false;
  }
}

function focusTitle(form: HTMLFormElement, step: number) {
  form.querySelector<HTMLElement>(`section[data-step="${step + 1}"] h2`)?.focus();
}
