import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { api } from "#app/api.ts";
import { readAttribution } from "#app/attribution.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { readTyped } from "#app/ui/form-values.ts";
import { type FormState, useForm } from "#app/ui/use-form.ts";
import { formMessages } from "#content/messages.ts";
import { type Answers, answersSchema, stepFields, toSubmission } from "./answers.ts";
import { ownTimeZone } from "./contact-time.ts";
import { draftKey, openQuestionnaire, showStep, stepHashes, stepOf } from "./open-questionnaire.ts";

const lastStep = stepHashes.length - 1;

export type QuestionnaireState = {
  form: FormState;
  /** The server's sentence after a submission. */
  doneMessage: string | null;
  /** The first step was sent and did not arrive. */
  isFirstStepMissing: boolean;
  finish: () => void;
  goBack: () => void;
};

/** The three steps over one form: each is judged before the next, the last one sends. */
export function useQuestionnaire(): QuestionnaireState {
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const { hash, search } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const shown = useRef<number | null>(null);
  /** Null until it is sent, and again when it did not arrive. */
  const firstStep = useRef<Promise<void> | null>(null);
  const [isFirstStepMissing, setIsFirstStepMissing] = useState(false);

  const form = useForm({
    schema: answersSchema(() => new Date()),
    read: (typed) => ({ ...typed, consent: `${typed.consent} ${formMessages.unfinished}` }),
    send: async (answers) => {
      // The server must hear of the first step first, or it would come after the whole.
      await firstStep.current;
      return api.contact.$post({ json: submissionOf(answers) });
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there
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
    // A step whose answers before it are missing is not its own address.
    if (hash !== stepHashes[step])
      void navigate({ search, hash: stepHashes[step] }, { replace: true });
  }, [hash, search, navigate, ref]);

  const keepFirstStepAgain = useEffectEvent(keepFirstStep);
  useEffect(() => {
    if (!isFirstStepMissing) return;
    const keepAgain = () => keepFirstStepAgain();
    addEventListener("online", keepAgain);
    return () => removeEventListener("online", keepAgain);
  }, [isFirstStepMissing]);

  /** Once; what did not arrive goes again with the next step, or when the line is back. */
  function keepFirstStep() {
    firstStep.current ??= tellFirstStep(form).then((isTold) => {
      if (!isTold) firstStep.current = null;
      setIsFirstStepMissing(!isTold);
    });
  }

  function goTo(step: number) {
    if (shown.current !== step) void navigate({ search, hash: stepHashes[step] });
  }

  async function goOn() {
    const step = shown.current ?? 0;
    if (step < lastStep) {
      if (!form.check(stepFields[step] ?? [])) return;
      keepFirstStep();
      return goTo(step + 1);
    }
    const wrong = stepFields.findIndex((names) => !form.check(names));
    if (wrong >= 0) return goTo(wrong);
    await form.submit();
  }

  return {
    form: { ...form, submit: goOn },
    doneMessage,
    isFirstStepMissing,
    finish() {
      setDoneMessage(null);
      form.reset();
      void navigate("/marketing");
    },
    goBack() {
      goTo((shown.current ?? 1) - 1);
    },
  };
}

/**
 * Whoever stops after the first step can still be helped; beside the form it says so, and false means
 * that it must not. The whole submission, which comes with the same id, takes its place.
 */
async function tellFirstStep(form: FormState): Promise<boolean> {
  if (!form.ref.current) return false;
  const {
    fullName = "",
    email = "",
    phone = "",
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
          page: "Questionairre",
          questions: [],
          test: true,
          unfinished: true,
          submissionId,
          consent: `${consent} ${formMessages.unfinished}`,
          attribution: readAttribution(),
          captcha,
        },
      }),
    );
    // What got no answer may still be used.
    if (outcome.isDone || outcome.refusal.status !== 0) form.captcha.renew();
    return outcome.isDone;
  } catch {
    // No check could be done.
    return false;
  }
}

function submissionOf(answers: Answers) {
  return { ...toSubmission(answers, ownTimeZone()), attribution: readAttribution() };
}

function focusTitle(form: HTMLFormElement, step: number) {
  form.querySelector<HTMLElement>(`section[data-step="${step + 1}"] h2`)?.focus();
}
