// The second step of a login, or of confirming who the person is. The person has just typed a
// password and holds a phone, so the field has the focus, and phones suggest the code. If the
// account has only a passkey, the button for it comes first.
import { useEffect, useState } from "react";
import { passkeyWords, codeWords as words } from "#content/two-step-login.ts";
import { FactorProof, type SecondFactor } from "#contract/factors.ts";
import type { PasskeyProof, PasskeyRequestOptions } from "#contract/passkeys.ts";
import { type AnswerOf, type ApiResponse, askApi, type Refusal } from "./ask-api.ts";
import { Button } from "./button.tsx";
import { TextField } from "./fields.tsx";
import styles from "./form.module.css";
import { Form, FormEnd } from "./form.tsx";
import { showToast } from "./toast.tsx";
import { usePasskeyProblem } from "./two-step/browser-passkeys.ts";
import { Or, PasskeyButton } from "./two-step/passkey-button.tsx";
import { useForm } from "./use-form.ts";

/** How to send a code or a passkey, and the texts about what they give access to. */
type SecondStepOf<R extends ApiResponse> = {
  sendCode: (proof: FactorProof) => Promise<R>;
  sendPasskey: (proof: PasskeyProof) => Promise<R>;
  button: string;
  /** The text above the button if the account has only passkeys. */
  passkey: string;
  /** Shown if the challenge has expired. */
  failed: string;
};

type CodeFormProps<R extends ApiResponse> = {
  asked: SecondFactor;
  secondStep: SecondStepOf<R>;
  /** The origin on which passkeys work. See `PasskeySite`. */
  passkeyOrigin: string | null;
  onDone: (answer: AnswerOf<R>) => void;
  /** Goes back to the password, for example because the challenge has expired. */
  onBack: () => void;
};

export function CodeForm<R extends ApiResponse>(props: CodeFormProps<R>) {
  const { asked, secondStep, passkeyOrigin, onDone, onBack } = props;
  const [hasNoPasskey, setHasNoPasskey] = useState(false);
  const problem = usePasskeyProblem(passkeyOrigin);
  const passkey = problem ? null : asked.passkey;
  const hasApp = asked.kinds.includes("totp");

  function leaveWhenEnded({ message, status }: Refusal) {
    if (status !== 401) return;
    showToast({ title: secondStep.failed, message, seconds: 5, urgency: "alert" });
    onBack();
  }

  const shared = { asked, secondStep, onDone, onBack, onRefused: leaveWhenEnded };
  if (!hasApp && (!passkey || hasNoPasskey)) {
    const says = hasNoPasskey ? passkeyWords.saysRecovery : recoveryOnly;
    const back = hasNoPasskey ? () => setHasNoPasskey(false) : onBack;
    return <Code {...shared} says={says} label={passkeyWords.recoveryCode} onBack={back} />;
  }
  if (!passkey) return <Code {...shared} says={words.says} help={words.help} />;
  const use = { passkey, secondStep, onDone, onRefused: leaveWhenEnded };
  if (hasApp) {
    return (
      <>
        <Code {...shared} says={words.orPasskey} help={words.help} />
        <Or />
        <UsePasskey {...use} />
      </>
    );
  }
  return (
    <div className={styles.form}>
      <p>{secondStep.passkey}</p>
      <UsePasskey {...use} isFirst />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => setHasNoPasskey(true)}>
          {passkeyWords.instead}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </div>
  );
}

const recoveryOnly = `${passkeyWords.notHere} ${passkeyWords.saysRecovery}`;

type StepProps<R extends ApiResponse> = Pick<CodeFormProps<R>, "secondStep" | "onDone"> & {
  onRefused: (refusal: Refusal) => void;
};

function UsePasskey<R extends ApiResponse>({
  passkey,
  secondStep,
  ...props
}: StepProps<R> & { passkey: PasskeyRequestOptions; isFirst?: boolean }) {
  return (
    <PasskeyButton
      {...props}
      label={passkeyWords.use}
      canceled={passkeyWords.useCanceled}
      begin={async () => ({ isDone: true, answer: passkey })}
      send={(json) => askApi(() => secondStep.sendPasskey(json))}
    />
  );
}

type CodeProps<R extends ApiResponse> = StepProps<R> &
  Pick<CodeFormProps<R>, "asked" | "onBack"> & { says: string; label?: string; help?: string };

function Code<R extends ApiResponse>(props: CodeProps<R>) {
  const { asked, secondStep, says, label = words.code, help, onDone, onBack, onRefused } = props;
  const form = useForm({
    schema: FactorProof,
    read: (typed) => ({ ...typed, challenge: asked.challenge }),
    send: (json) => secondStep.sendCode(json),
    onRefused,
    onDone: (answer) => onDone(answer),
  });
  const { ref } = form;
  useEffect(() => {
    ref.current?.querySelector("input")?.focus();
  }, [ref]);
  return (
    <Form form={form} aria-label={words.title}>
      <p>{says}</p>
      <TextField
        name="code"
        label={label}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        help={help}
        isRequired
      />
      <FormEnd label={secondStep.button} sendingLabel={words.sending}>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </FormEnd>
    </Form>
  );
}
