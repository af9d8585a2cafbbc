// When visitors may book calls.
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { HoursFields, useHours } from "#app/ui/hours/hours-fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { callBounds } from "#contract/bookings.ts";
import { PartForm, PartFrame } from "./part.tsx";
import styles from "./settings.module.css";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.calls;

const choices = [
  { value: "yes", name: words.yes },
  { value: "no", name: words.no },
];

export function CallsPart({ settings }: PartProps) {
  return <PartFrame part="calls" about={words.about} settings={settings} of={CallsForm} />;
}

const numbers = ["minutes", "bufferMinutes", "noticeHours", "daysAhead"] as const;

function CallsForm(props: PartFormProps) {
  const { calls } = props.settings;
  const hours = useHours(calls);
  const settingsForm = useSettingsForm("calls", props, (typed) => ({
    ...hours.read(typed),
    isOn: typed.isOn === "yes",
    isClosedOnFederalHolidays: typed.isClosedOnFederalHolidays === "yes",
    ...Object.fromEntries(numbers.map((name) => [name, typed[name]])),
  }));
  return (
    <PartForm label={settingsWords.sections.calls} settingsForm={settingsForm}>
      <SelectField
        name="isOn"
        label={words.isOn}
        options={choices}
        defaultValue={calls.isOn ? "yes" : "no"}
        isRequired
      />
      <div className={styles.numbers}>
        {numbers.map((name) => (
          <TextField
            key={name}
            name={name}
            label={words.numbers[name](callBounds[name])}
            defaultValue={String(calls[name])}
            inputMode="numeric"
            autoComplete="off"
            isRequired
          />
        ))}
      </div>
      <HoursFields hours={hours} isFederalOffered={false} />
      <SelectField
        name="isClosedOnFederalHolidays"
        label={words.isClosedOnFederalHolidays}
        options={choices}
        defaultValue={calls.isClosedOnFederalHolidays ? "yes" : "no"}
        isRequired
      />
    </PartForm>
  );
}
