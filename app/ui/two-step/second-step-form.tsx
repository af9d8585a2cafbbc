// The second step of a change that needs one. It sends the change's request again, with a code or a
// passkey.
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
  /** Goes back to the password, for example because the challenge has expired. */
  onBack: () => void;
};

export function SecondStepForm<R extends ApiResponse>(props: SecondStepProps<R>) {
  const { asked, label, send, onDone, onBack } = props;
  const [site, setSite] = useState<PasskeySite | null>(null);
  useEffect(() => {
    void askApi(() => api.credentials.passkeys.$get()).then((outcome) =>
      // Even if there is no response, a code can be used.
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
