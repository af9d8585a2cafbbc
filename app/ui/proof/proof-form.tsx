// Asks for the password and, if two-step login is on, for the second step, like the login page.
import { useState } from "react";
import { api } from "#app/api.ts";
import { type AccountKind, ownAccount } from "#app/ui/account/own-account.ts";
import { askApi, type Refusal } from "#app/ui/ask-api.ts";
import { CodeForm } from "#app/ui/code-form.tsx";
import { PasswordForm } from "#app/ui/two-step/password-form.tsx";
import { proofWords as words } from "#content/proof.ts";
import type { SecondFactor } from "#contract/factors.ts";

export type ProofFormProps = {
  kind: AccountKind;
  onProven: () => void;
  onCancel: () => void;
};

type SecondStep = { asked: SecondFactor; passkeyOrigin: string | null };

export function ProofForm({ kind, onProven, onCancel }: ProofFormProps) {
  const { proofs } = ownAccount(kind);
  const [second, setSecond] = useState<SecondStep | null>(null);

  async function goOn({ secondFactor: asked }: Refusal) {
    if (!asked) return;
    const site = await askApi(() => api.credentials.passkeys.$get());
    setSecond({ asked, passkeyOrigin: site.isDone ? site.answer.origin : null });
  }

  if (second) {
    return (
      <CodeForm
        {...second}
        secondStep={{
          ...words,
          sendCode: (json) => proofs.factors.$post({ json }),
          sendPasskey: (json) => proofs.passkeys.$post({ json }),
        }}
        onDone={onProven}
        onBack={() => setSecond(null)}
      />
    );
  }
  return (
    <PasswordForm
      label={words.button}
      hint={words.says}
      send={(json) => proofs.$post({ json })}
      onDone={onProven}
      onRefused={(refusal) => void goOn(refusal)}
      onCancel={onCancel}
    />
  );
}
