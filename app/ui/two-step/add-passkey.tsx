// Adds a passkey: asks for a name and the password, and then opens the browser's own dialog. If
// passkeys can't work, the reason is shown in place of the button.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, RefusalLine } from "#app/ui/form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { addPasskeyWords as words } from "#content/two-step-login.ts";
import { type FactorAdded, PasskeyRequest, type SecondFactor } from "#contract/factors.ts";
import type { PasskeyCreationOptions, PasskeySite } from "#contract/passkeys.ts";
import { makePasskey, usePasskeyProblem } from "./browser-passkeys.ts";
import { PasswordField } from "./password-form.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import styles from "./two-step-login.module.css";

type AddPasskeyProps = {
  kind: "client" | "admin";
  onAdded: (added: FactorAdded) => void;
};

export function AddPasskey({ kind, onAdded }: AddPasskeyProps) {
  const [site, setSite] = useState<PasskeySite | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const problem = usePasskeyProblem(site?.origin ?? null);
  useEffect(() => {
    void askApi(() => api.credentials.passkeys.$get()).then((outcome) => {
      if (outcome.isDone) setSite(outcome.answer);
    });
  }, []);
  if (!site) return null;
  if (problem) return <p className={styles.why}>{words.problems[problem](site.origin ?? "")}</p>;
  return (
    <>
      <Button variant="outline" onClick={() => setIsAdding(true)}>
        {words.title}
      </Button>
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={words.title}>
        {isAdding && (
          <NewPasskey
            kind={kind}
            onCancel={() => setIsAdding(false)}
            onAdded={(added) => {
              setIsAdding(false);
              onAdded(added);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function NewPasskey({ kind, onAdded, onCancel }: AddPasskeyProps & { onCancel: () => void }) {
  const own = kind === "client" ? api.clients.me : api.admins.myself;
  const { passkeys } = own.factors;
  const [isMaking, setIsMaking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [typed, setTyped] = useState<PasskeyRequest | null>(null);
  const [asked, setAsked] = useState<SecondFactor | null>(null);
  const form = useForm({
    schema: PasskeyRequest,
    send: (request) => {
      setProblem(null);
      setTyped(request);
      return passkeys.challenges.$post({ json: { password: request.password } });
    },
    onDone: (options, element) => go(options, String(new FormData(element).get("name") ?? "")),
    onRefused: ({ secondFactor }) => secondFactor && setAsked(secondFactor),
  });

  async function go(options: PasskeyCreationOptions, name: string) {
    setIsMaking(true);
    setProblem(await make(options, name));
    setIsMaking(false);
  }

  /** Creates a passkey. Returns null if that succeeded, or else the reason why not. */
  async function make(options: PasskeyCreationOptions, name: string): Promise<string | null> {
    const attestation = await makePasskey(options);
    if (typeof attestation === "string") return words.notMade[attestation];
    const { challenge } = options;
    const outcome = await askApi(() => passkeys.$post({ json: { challenge, name, attestation } }));
    if (!outcome.isDone) return outcome.refusal.message;
    onAdded(outcome.answer);
    return null;
  }

  if (asked && typed) {
    const { name, password } = typed;
    return (
      <SecondStepForm
        asked={asked}
        label={words.start}
        send={(secondStep) => passkeys.challenges.$post({ json: { password, secondStep } })}
        onDone={(options) => {
          setAsked(null);
          void go(options, name);
        }}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <Form form={form} aria-label={words.title}>
      <p>{words.says}</p>
      <TextField name="name" label={words.name} help={words.nameHelp} autoComplete="off" />
      <PasswordField />
      <RefusalLine sentence={problem} />
      <FormEnd label={isMaking ? words.making : words.start} isOff={isMaking}>
        <Button variant="quiet" onClick={onCancel}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
