// The email addresses or the numbers that get alerts; each is confirmed with a code.
import { api } from "#app/api.ts";
import list from "#app/ui/account/devices.module.css";
import { Button } from "#app/ui/button.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { alertWords } from "#content/desk/alerts.ts";
import {
  type AlertAddress,
  AlertCode,
  type AlertSettings,
  NewAlertAddress,
} from "#contract/alerts.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./alerts.module.css";
import { changeAlerts, showChange } from "./change-alerts.ts";

type Kind = AlertAddress["kind"];

export function AlertAddresses({ kind, settings }: { kind: Kind; settings: AlertSettings }) {
  const addresses = settings.addresses.filter((one) => one.kind === kind);
  return (
    <>
      {addresses.length > 0 && (
        <ul className={list.list}>
          {addresses.map((address) => (
            <Address key={address._id} of={address} />
          ))}
        </ul>
      )}
      <AddForm key={addresses.length} kind={kind} />
    </>
  );
}

function Address({ of }: { of: AlertAddress }) {
  const param = { id: of._id };
  const address = of.kind === "text" ? phoneText(of.address) : of.address;
  return (
    <li className={list.device}>
      <div>
        <p className={list.name}>{address}</p>
        {of.problem && <p className={styles.problem}>{alertWords.addressProblems[of.problem]}</p>}
        {!of.isConfirmed && <CodeForm of={of} />}
      </div>
      <span className={styles.actions}>
        {of.isConfirmed && (
          <Button
            variant="quiet"
            isSmall
            aria-label={alertWords.testOf(address)}
            onClick={() =>
              void changeAlerts(() => api.alerts.addresses[":id"].tests.$post({ param }))
            }
          >
            {alertWords.testThere}
          </Button>
        )}
        <Button
          variant="quiet"
          isSmall
          aria-label={alertWords.removeOf(address)}
          onClick={() => void changeAlerts(() => api.alerts.addresses[":id"].$delete({ param }))}
        >
          {alertWords.remove}
        </Button>
      </span>
    </li>
  );
}

function CodeForm({ of }: { of: AlertAddress }) {
  const form = useForm({
    schema: AlertCode,
    send: (json) =>
      api.alerts.addresses[":id"].confirmations.$post({ param: { id: of._id }, json }),
    onDone: (answer) => showChange(answer),
  });
  return (
    <Form form={form} aria-label={alertWords.confirm} className={styles.form}>
      <TextField
        name="code"
        label={alertWords.code}
        help={alertWords.codeHelp}
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
      />
      <FormEnd label={alertWords.confirm} />
    </Form>
  );
}

function AddForm({ kind }: { kind: Kind }) {
  const form = useForm({
    schema: NewAlertAddress,
    read: (typed) => ({ ...typed, kind }),
    send: (json) => api.alerts.addresses.$post({ json }),
    onDone: (answer) => showChange(answer),
  });
  const label = kind === "email" ? alertWords.addEmail : alertWords.addNumber;
  return (
    <Form form={form} aria-label={label} className={styles.form}>
      {kind === "email" ? (
        <EmailField name="address" isRequired />
      ) : (
        <TextField
          name="address"
          label={alertWords.number}
          type="tel"
          autoComplete="tel"
          isRequired
        />
      )}
      <FormEnd label={label} />
    </Form>
  );
}
