// Before a change, asks for the password and, if two-step login is on, for the second step.
import { useState } from "react";
import type { AnswerOf, ApiResponse } from "#app/ui/ask-api.ts";
import type { FullProof, SecondFactor } from "#contract/factors.ts";
import { PasswordForm } from "./password-form.tsx";
import { SecondStepForm } from "./second-step-form.tsx";

type FormProps<R extends ApiResponse> = {
  /** The button's label. */
  label: string;
  hint: string;
  send: (proof: FullProof) => Promise<R>;
  onDone: (answer: AnswerOf<R>) => void;
  onCancel: () => void;
};

export function FullProofForm<R extends ApiResponse>(props: FormProps<R>) {
  const { label, hint, send, onDone, onCancel } = props;
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState<SecondFactor | null>(null);
  if (asked) {
    return (
      <SecondStepForm
        asked={asked}
        label={label}
        send={(secondStep) => send({ password, secondStep })}
        onDone={onDone}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <PasswordForm
      label={label}
      hint={hint}
      send={(proof) => {
        setPassword(proof.password);
        return send(proof);
      }}
      onDone={onDone}
      onRefused={({ secondFactor }) => secondFactor && setAsked(secondFactor)}
      onCancel={onCancel}
    />
  );
}
