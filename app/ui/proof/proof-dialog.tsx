// Opens if a request is rejected because the last login was too long ago. See `askApi`.
import { type ComponentType, useEffect, useState } from "react";
import type { AccountKind } from "#app/ui/account/own-account.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { unreachableMessage } from "#content/messages.ts";
import { proofWords as words } from "#content/proof.ts";
import { setProofPrompt } from "./ask-for-proof.ts";
import type { ProofFormProps } from "./proof-form.tsx";

type Asked = { Form: ComponentType<ProofFormProps>; answer: (isProven: boolean) => void };

export function ProofDialog({ kind }: { kind: AccountKind }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    setProofPrompt(async () => {
      const Form = await loadForm();
      if (!Form) return false;
      const { promise, resolve: answer } = Promise.withResolvers<boolean>();
      cancel = () => answer(false);
      setAsked({ Form, answer });
      return promise;
    });
    return () => {
      setProofPrompt(null);
      cancel?.();
    };
  }, []);

  function close(isProven: boolean) {
    asked?.answer(isProven);
    setAsked(null);
  }
  return (
    <Dialog isOpen={asked !== null} onClose={() => close(false)} title={words.title}>
      {asked && (
        <asked.Form kind={kind} onProven={() => close(true)} onCancel={() => close(false)} />
      )}
    </Dialog>
  );
}

/**
 * The form is loaded on first use, because every screen has this dialog but few people ever see it.
 */
async function loadForm() {
  try {
    return (await import("./proof-form.tsx")).ProofForm;
  } catch {
    const message = unreachableMessage;
    showToast({ title: words.notAsked, message, seconds: 5, urgency: "alert" });
    return null;
  }
}
