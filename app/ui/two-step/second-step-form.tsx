// The second step of a change that requires one. It repeats the request with a code or a passkey.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { type AnswerOf, type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { CodeForm } from "#app/ui/code-form.tsx";
import { proofWords } from "#content/proof.ts";
import type { SecondFactor, SecondStep } from "#contract/factors.ts";
import type { PasskeySite } from "#contract/passkeys.ts";

type SecondStepProps<R extends ApiResponse> = {
  asked: SecondFactor;
  /** The button's label. */
  label: string;
  send: (secondStep: SecondStep) => Promise<R>;
  onDone: (answer: AnswerOf<R>) => void;
  /** Returns to the password, for example because the challenge has expired. */
  onBack: () => void;
};

export function SecondStepForm<R extends ApiResponse>(props: SecondStepProps<R>) {
  const { asked, label, send, onDone, onBack } = props;
  const [site, setSite] = useState<PasskeySite | null>(null);
  useEffect(() => {
    void askApi(() => api.credentials.passkeys.$get()).then((outcome) =>
      // If there is no response, a code still works.
      setSite(outcome.isDone ? outcome.answer : { origin: null }),
    );
  }, []);
  if (!site) return null;
  return (
    <CodeForm
      asked={asked}
      passkeyOrigin={site.origin}
      secondStep={{
        button: label,
        passkey: proofWords.passkey,
        failed: proofWords.failed,
        sendCode: (json) => send(json),
        sendPasskey: (json) => send(json),
      }}
      onDone={onDone}
      onBack={onBack}
    />
  );
}
