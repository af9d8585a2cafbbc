// The practice's phones that ring for a new lead, in their order, and the switch for all of them.
// Each is confirmed with a code that a call speaks.
import { useState } from "react";
import { api } from "#app/api.ts";
import list from "#app/ui/account/devices.module.css";
import forms from "#app/ui/account/forms.module.css";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { SettingsForm, useSettingsPart } from "#app/ui/settings/unsaved.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { officePhoneWords as words } from "#content/desk/office-phones.ts";
import { AlertCode } from "#contract/alerts.ts";
import { phoneText } from "#contract/phone.ts";
import { maxOfficePhones, NewOfficePhone, type OfficePhones, Ringing } from "#contract/rings.ts";
import styles from "./alerts.module.css";

type Changed = { office: OfficePhones; message: string };
/** Shows the phones after a change. Every change returns the same response. */
type OnChange = (changed: Changed) => void;

const phonesApi = api["office-phones"];

export function OfficePhoneSection({ known }: { known: OfficePhones }) {
  const [office, setOffice] = useState(known);
  function onChange({ office: now, message }: Changed) {
    setOffice(now);
    showToast({ title: message });
  }
  const { phones, number } = office;
  return (
    <>
      <div className={`${forms.block} ${styles.block}`}>
        <p className={styles.note}>{words.about}</p>
        <p className={styles.note}>{words.hours}</p>
        <p className={number ? styles.note : styles.problem}>
          {number ? words.number(phoneText(number)) : words.noNumber}
        </p>
        {phones.length === 0 && <p className={styles.note}>{words.none}</p>}
        <ul className={list.list}>
          {phones.map((phone, index) => (
            <Phone key={phone._id} {...{ phone, index, phones, onChange }} />
          ))}
        </ul>
      </div>
      {phones.length < maxOfficePhones && (
        <div className={`${forms.block} ${styles.block}`}>
          <h3>{words.addTitle}</h3>
          <AddForm key={phones.length} onChange={onChange} />
        </div>
      )}
      {(number || office.ringing.isOn) && <RingingBlock office={office} onChange={onChange} />}
    </>
  );
}

async function change(send: () => Promise<ApiResponse>, onChange: OnChange): Promise<void> {
  const outcome = await askApi(send);
  if (outcome.isDone) onChange(outcome.answer as Changed);
  else showToast({ title: controlWords.error, message: outcome.refusal.message, seconds: 6 });
}

type One = OfficePhones["phones"][number];
type PhoneProps = { phone: One; index: number; phones: One[]; onChange: OnChange };

function Phone({ phone, index, phones, onChange }: PhoneProps) {
  const { _id, name, problem, isConfirmed } = phone;
  const param = { id: _id };
  const before = phones[index - 1];
  function moveUp() {
    const ids = phones.map((one) => one._id);
    const phoneIds = [...ids.slice(0, index - 1), _id, ...ids.filter((id) => id !== _id)];
    void change(() => phonesApi.order.$put({ json: { phoneIds } }), onChange);
  }
  return (
    <li className={list.device}>
      <div>
        <p className={list.name}>{name}</p>
        <p className={list.when}>{phoneText(phone.phone)}</p>
        {problem && <p className={styles.problem}>{words.problems[problem]}</p>}
        {!isConfirmed && <p className={list.when}>{words.unconfirmed}</p>}
        {!isConfirmed && <CodeForm id={_id} onChange={onChange} />}
      </div>
      <span className={styles.actions}>
        {before && (
          <Button variant="quiet" isSmall aria-label={words.upOf(name)} onClick={moveUp}>
            {words.up}
          </Button>
        )}
        {!isConfirmed && (
          <Button
            variant="quiet"
            isSmall
            aria-label={words.callAgainOf(name)}
            onClick={() =>
              void change(() => phonesApi.$post({ json: { name, phone: phone.phone } }), onChange)
            }
          >
            {words.callAgain}
          </Button>
        )}
        <Button
          variant="quiet"
          isSmall
          aria-label={words.removeOf(name)}
          onClick={() => void change(() => phonesApi[":id"].$delete({ param }), onChange)}
        >
          {words.remove}
        </Button>
      </span>
    </li>
  );
}

function CodeForm({ id, onChange }: { id: string; onChange: OnChange }) {
  const form = useForm({
    schema: AlertCode,
    send: (json) => phonesApi[":id"].confirmations.$post({ param: { id }, json }),
    onDone: (answer) => onChange(answer),
  });
  return (
    <Form form={form} aria-label={words.confirm} className={styles.form}>
      <TextField
        name="code"
        label={words.code}
        help={words.codeHelp}
        inputMode="numeric"
        autoComplete="off"
        isRequired
      />
      <FormEnd label={words.confirm} />
    </Form>
  );
}

function AddForm({ onChange }: { onChange: OnChange }) {
  const form = useForm({
    schema: NewOfficePhone,
    send: (json) => phonesApi.$post({ json }),
    onDone: (answer) => onChange(answer),
  });
  return (
    <Form form={form} aria-label={words.add} className={styles.form}>
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        autoComplete="off"
        isRequired
      />
      <TextField
        name="phone"
        label={words.phone}
        help={words.phoneHelp}
        type="tel"
        autoComplete="off"
        isRequired
      />
      <FormEnd label={words.add} />
    </Form>
  );
}

const delays = [0, 15, 30, 60, 120];

function RingingBlock({ office, onChange }: { office: OfficePhones; onChange: OnChange }) {
  const [discarded, setDiscarded] = useState(0);
  const { isOn, delaySeconds } = office.ringing;
  const canRing = office.phones.some(({ isConfirmed, problem }) => isConfirmed && !problem);
  const state = isOn ? (canRing ? "on" : "noPhone") : "off";
  return (
    <div className={`${forms.block} ${styles.block}`}>
      <h3>{words.ringing}</h3>
      <p className={state === "noPhone" ? styles.problem : styles.note}>{words.state[state]}</p>
      {isOn ? (
        <DelayForm
          key={discarded}
          {...{ delaySeconds, onChange }}
          onDiscard={() => setDiscarded(discarded + 1)}
        />
      ) : (
        <TurnOnForm {...{ delaySeconds, onChange }} />
      )}
      {isOn && (
        <span className={styles.actions}>
          <Button
            variant="outline"
            isSmall
            onClick={() =>
              void change(
                () => phonesApi.ringing.$put({ json: { isOn: false, delaySeconds } }),
                onChange,
              )
            }
          >
            {words.turnOff}
          </Button>
        </span>
      )}
    </div>
  );
}

type RingingProps = { delaySeconds: number; onChange: OnChange };

function useRingingForm(onDone: OnChange) {
  return useForm({
    schema: Ringing,
    read: (typed) => ({ isOn: true, delaySeconds: Number(typed.delaySeconds) }),
    send: (json) => phonesApi.ringing.$put({ json }),
    onDone: (answer) => onDone(answer),
  });
}

function TurnOnForm({ delaySeconds, onChange }: RingingProps) {
  const form = useRingingForm(onChange);
  return (
    <Form form={form} aria-label={words.ringing} className={styles.form}>
      <DelayField delaySeconds={delaySeconds} />
      <FormEnd label={words.turnOn} />
    </Form>
  );
}

function DelayForm({
  delaySeconds,
  onChange,
  onDiscard,
}: RingingProps & { onDiscard: () => void }) {
  const form = useRingingForm((changed) => {
    keep();
    onChange(changed);
  });
  const keep = useSettingsPart({ name: words.ringing, form, discard: onDiscard });
  return (
    <SettingsForm form={form} aria-label={words.ringing} className={styles.form}>
      <DelayField delaySeconds={delaySeconds} />
    </SettingsForm>
  );
}

function DelayField({ delaySeconds }: { delaySeconds: number }) {
  const choices = [...new Set([...delays, delaySeconds])].toSorted((one, other) => one - other);
  return (
    <SelectField
      name="delaySeconds"
      label={words.delay}
      help={words.delayHelp}
      isRequired
      defaultValue={delaySeconds}
      options={choices.map((one) => ({ value: String(one), name: words.delays(one) }))}
    />
  );
}
