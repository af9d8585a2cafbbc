// Sets up an authenticator app: a name, the QR code to scan, and the app's first code.
import { useState } from "react";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { twoStepWords } from "#content/two-step-login.ts";
import {
  type FactorAdded,
  type SecondFactor,
  TotpConfirmation,
  TotpRequest,
  type TotpSetup,
} from "#contract/factors.ts";
import { PasswordField } from "./password-form.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import styles from "./two-step-login.module.css";

const words = twoStepWords.setup;

type SetUpProps = {
  kind: "client" | "admin";
  onAdded: (added: FactorAdded) => void;
  onCancel: () => void;
};

export function SetUpApp(props: SetUpProps) {
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  return setup ? <FirstCode {...props} setup={setup} /> : <AppName {...props} onBegun={setSetup} />;
}

const ownOf = (kind: SetUpProps["kind"]) =>
  kind === "client" ? api.clients.me : api.admins.myself;

function AppName({
  kind,
  onBegun,
  onCancel,
}: SetUpProps & { onBegun: (setup: TotpSetup) => void }) {
  const [typed, setTyped] = useState<TotpRequest | null>(null);
  const [asked, setAsked] = useState<SecondFactor | null>(null);
  const form = useForm({
    schema: TotpRequest,
    send: (json) => {
      setTyped(json);
      return ownOf(kind).factors.totp.$post({ json });
    },
    onDone: (begun) => onBegun(begun),
    onRefused: ({ secondFactor }) => secondFactor && setAsked(secondFactor),
  });
  if (asked && typed) {
    return (
      <SecondStepForm
        asked={asked}
        label={words.start}
        send={(secondStep) => ownOf(kind).factors.totp.$post({ json: { ...typed, secondStep } })}
        onDone={(begun) => onBegun(begun)}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <Form form={form} aria-label={words.title}>
      <TextField name="name" label={words.name} help={words.nameHelp} autoComplete="off" />
      <PasswordField />
      <FormEnd label={words.start} sendingLabel={words.starting}>
        <Button variant="quiet" onClick={onCancel}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

function FirstCode({ kind, setup, onAdded, onCancel }: SetUpProps & { setup: TotpSetup }) {
  const param = { id: setup._id };
  const form = useForm({
    schema: TotpConfirmation,
    send: (json) => ownOf(kind).factors[":id"].confirmations.$post({ param, json }),
    onDone: (added) => onAdded(added),
  });
  return (
    <Form form={form} aria-label={words.title}>
      <p>{words.scan}</p>
      <QrCode modules={setup.qr} />
      <p>
        {words.type} <code className={styles.secret}>{inGroups(setup.secret)}</code>
      </p>
      <TextField
        name="code"
        label={words.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
      />
      <FormEnd label={words.finish} sendingLabel={words.finishing}>
        <Button variant="quiet" onClick={onCancel}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

/**
 * The QR code is dark on light in either color scheme, because some apps can't read anything else.
 */
function QrCode({ modules }: { modules: boolean[][] }) {
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={words.picture}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      className={styles.qr}
    >
      <path d={path} />
    </svg>
  );
}

/** Splits a secret into groups of four characters, as apps show it. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
