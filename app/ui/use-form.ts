// The one way forms work: a contract schema checks in the browser, the typed API answers, and what
// it refuses is said under the field it is about. Inputs keep their own values (nothing typed is
// ever taken away, also before React was there); this reads them when the form is sent.
//
//   const form = useForm({
//     schema: PersonalMessage,
//     read: (typed) => ({ ...typed, page: "Personal" }),
//     send: (request) => api.contact.$post({ json: request }),
//     onDone: (answer) => setMessage(answer.message),
//     needsCaptcha: true,
//   });
//   <Form form={form}>
//     <TextField name="fullName" label="Name" autoComplete="name" isRequired />
//     <FormEnd label="Send" sendingLabel="Sending…" />
//   </Form>

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import type { z } from "zod";
import { captchaMessages, errorMessages } from "#content/messages.ts";
import { type AnswerOf, type ApiResponse, askApi, type Outcome, type Refusal } from "./ask-api.ts";
import { type Captcha, useCaptcha } from "./captcha.tsx";
import { restoreDraft, saveDraft } from "./form-drafts.ts";
import { fieldSentences, readTyped, renewSubmissionId, type Typed } from "./form-values.ts";

type FormOptions<Schema extends z.ZodType<object>, R extends ApiResponse> = {
  schema: Schema;
  /** From what stands in the fields (by their names) to what the schema checks; as typed if absent. */
  read?: (typed: Typed) => object;
  send: (request: z.output<Schema>) => Promise<R>;
  onDone?: (answer: AnswerOf<R>, form: HTMLFormElement) => void;
  /** Besides the sentence beside the form, which is always there: for a toast. */
  onRefused?: (refusal: Refusal) => void;
  /** The schema refused what was typed, before anything was sent: a sentence per field. */
  onInvalid?: (errors: Record<string, string>) => void;
  /** Solved when the form gets focus; the solution goes along as `captcha`. */
  needsCaptcha?: boolean;
  /** Keeps what was typed in this tab under that name over a reload; never passwords. */
  draftKey?: string;
  /** Gives what is sent a `submissionId`, made when the form opens: sent twice it counts once. */
  countsOnce?: boolean;
};

export type FormPhase = "idle" | "waiting" | "sending";

export type FormState = {
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  phase: FormPhase;
  /** Waiting for the check or for the answer: a second press changes nothing. */
  isSending: boolean;
  /** A sentence per field name. */
  errors: Record<string, string>;
  /** The sentence beside the form. */
  refusal: string | null;
  captcha: Captcha;
  needsCaptcha: boolean;
  countsOnce: boolean;
  draftKey: string | undefined;
  submit: () => Promise<void>;
  /** Judges these fields alone and says what is wrong at them; true when nothing is. */
  check: (names: readonly string[]) => boolean;
  forgetError: (name: string) => void;
  noteTyping: () => void;
  /** Empties the fields and starts the check over. */
  reset: () => void;
};

export function useForm<Schema extends z.ZodType<object>, R extends ApiResponse>(
  options: FormOptions<Schema, R>,
): FormState {
  const { schema, read, send, onDone, onRefused, onInvalid, draftKey } = options;
  const { needsCaptcha = false, countsOnce = false } = options;
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const [phase, setPhase] = useState<FormPhase>("idle");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const captcha = useCaptcha(needsCaptcha);
  const { start: startCaptcha } = captcha;

  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    if (countsOnce) renewSubmissionId(form);
    // With what was typed comes its id: what arrived before the reload does not arrive again.
    if (draftKey) {
      restoreDraft(draftKey, form);
      // What was typed before React was there is kept from now on too.
      saveDraft(draftKey, form);
    }
    // The focus that woke the page came before React.
    if (form.contains(document.activeElement)) startCaptcha();
  }, [draftKey, countsOnce, startCaptcha]);

  async function submit() {
    const form = ref.current;
    if (!form || isBusy.current) return;
    const typed = readTyped(form);
    const request = read ? read(typed) : typed;
    const checked = schema.safeParse(request);
    setRefusal(null);
    if (!checked.success) {
      const sentences = fieldSentences(checked.error);
      refuse(form, errorMessages.invalid, sentences);
      return onInvalid?.(sentences);
    }
    setErrors({});
    isBusy.current = true;
    const outcome = await sendWithCaptcha(request);
    isBusy.current = false;
    setPhase("idle");
    if (!outcome) return setRefusal(captchaMessages.failed);
    if (outcome.isDone) {
      if (draftKey) saveDraft(draftKey, null);
      if (countsOnce) renewSubmissionId(form);
      return onDone?.(outcome.answer, form);
    }
    refuse(form, outcome.refusal.message, outcome.refusal.errors);
    onRefused?.(outcome.refusal);
  }

  function check(names: readonly string[]): boolean {
    const form = ref.current;
    if (!form) return false;
    const typed = readTyped(form);
    const checked = schema.safeParse(read ? read(typed) : typed);
    const all = checked.success ? {} : fieldSentences(checked.error);
    const found = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
    const isFine = Object.keys(found).length === 0;
    setRefusal(null);
    if (isFine) setErrors({});
    else refuse(form, errorMessages.invalid, found);
    return isFine;
  }

  /** Null: the check could not be done. A solution that was refused is replaced once. */
  async function sendWithCaptcha(request: object): Promise<Outcome<AnswerOf<R>> | null> {
    for (let attempt = 1; ; attempt += 1) {
      setPhase(captcha.state === "solved" && attempt === 1 ? "sending" : "waiting");
      let solution: string | undefined;
      try {
        solution = await captcha.solution();
      } catch {
        return null;
      }
      setPhase("sending");
      const whole = schema.parse(needsCaptcha ? { ...request, captcha: solution } : request);
      const outcome = await askApi(() => send(whole));
      if (outcome.isDone || !needsCaptcha) return outcome;
      const { status, errors } = outcome.refusal;
      // A 422 leaves the solution usable unless it is about the solution; other refusals use it up.
      const isCaptchaRefused = errors.captcha !== undefined;
      if (isCaptchaRefused || (status !== 422 && status !== 0)) captcha.renew();
      const isOnlyCaptcha = isCaptchaRefused && Object.keys(errors).length === 1;
      if (!isOnlyCaptcha || attempt > 1) return outcome;
    }
  }

  function refuse(form: HTMLFormElement, sentence: string, fieldErrors: Record<string, string>) {
    setErrors(fieldErrors);
    setRefusal(fieldErrors.captcha ?? sentence);
    const wrong = [...form.elements].find(
      (field) => "name" in field && typeof field.name === "string" && field.name in fieldErrors,
    );
    if (wrong instanceof HTMLElement) wrong.focus();
  }

  return {
    id,
    ref,
    phase,
    isSending: phase !== "idle",
    errors,
    refusal,
    captcha,
    needsCaptcha,
    countsOnce,
    draftKey,
    submit,
    check,
    forgetError(name) {
      if (!(name in errors)) return;
      const { [name]: _gone, ...rest } = errors;
      setErrors(rest);
      if (Object.keys(rest).length === 0) setRefusal(null);
    },
    noteTyping() {
      if (draftKey && ref.current) saveDraft(draftKey, ref.current);
    },
    reset() {
      ref.current?.reset();
      setErrors({});
      setRefusal(null);
      captcha.reset();
    },
  };
}
