// The second step of a sign-in. Somebody has just typed a password and holds a phone: the field has
// focus, and a phone offers the code automatically. With a passkey alone, its button is first.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { logInWords } from "#content/interface.ts";
import { passkeyWords, codeWords as words } from "#content/two-step-login.ts";
import { FactorProof, type SecondFactor } from "#contract/factors.ts";
import type { PasskeyRequestOptions } from "#contract/passkeys.ts";
import type { SignedIn } from "#contract/sessions.ts";
import { askApi, type Refusal } from "./ask-api.ts";
import { Button } from "./button.tsx";
import { TextField } from "./fields.tsx";
import styles from "./form.module.css";
import { Form, FormEnd } from "./form.tsx";
import { showToast } from "./toast.tsx";
import { usePasskeyProblem } from "./two-step/browser-passkeys.ts";
import { Or, PasskeyButton } from "./two-step/passkey-button.tsx";
import { useForm } from "./use-form.ts";

type CodeFormProps = {
  asked: SecondFactor;
  /** Where passkeys work: see `PasskeySite`. */
  passkeyOrigin: string | null;
  onDone: (answer: Pick<SignedIn, "kind">) => void;
  /** To the password: also when the challenge has ended. */
  onBack: () => void;
};

export function CodeForm(props: CodeFormProps) {
  const { asked, passkeyOrigin, onDone, onBack } = props;
  const [hasNoPasskey, setHasNoPasskey] = useState(false);
  const problem = usePasskeyProblem(passkeyOrigin);
  const passkey = problem ? null : asked.passkey;
  const hasApp = asked.kinds.includes("totp");

  function leaveWhenEnded({ message, status }: Refusal) {
    if (status !== 401) return;
    showToast({ title: logInWords.failed, message, seconds: 5, urgency: "alert" });
    onBack();
  }

  const shared = { asked, onDone, onBack, onRefused: leaveWhenEnded };
  if (!hasApp && (!passkey || hasNoPasskey)) {
    const says = hasNoPasskey ? passkeyWords.saysRecovery : recoveryOnly;
    const back = hasNoPasskey ? () => setHasNoPasskey(false) : onBack;
    return <Code {...shared} says={says} label={passkeyWords.recoveryCode} onBack={back} />;
  }
  if (!passkey) return <Code {...shared} says={words.says} help={words.help} />;
  const use = { passkey, onDone, onRefused: leaveWhenEnded };
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
      <p>{passkeyWords.says}</p>
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

type StepProps = Pick<CodeFormProps, "onDone"> & { onRefused: (refusal: Refusal) => void };

function UsePasskey({
  passkey,
  ...props
}: StepProps & { passkey: PasskeyRequestOptions; isFirst?: boolean }) {
  return (
    <PasskeyButton
      {...props}
      label={passkeyWords.use}
      canceled={passkeyWords.useCanceled}
      begin={async () => ({ isDone: true, answer: passkey })}
      send={(json) => askApi(() => api.credentials.factors.passkeys.$post({ json }))}
    />
  );
}

type CodeProps = StepProps &
  Pick<CodeFormProps, "asked" | "onBack"> & { says: string; label?: string; help?: string };

function Code({ asked, says, label = words.code, help, onDone, onBack, onRefused }: CodeProps) {
  const form = useForm({
    schema: FactorProof,
    read: (typed) => ({ ...typed, challenge: asked.challenge }),
    send: (json) => api.credentials.factors.$post({ json }),
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
      <FormEnd label={words.button} sendingLabel={words.sending}>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </FormEnd>
    </Form>
  );
}
