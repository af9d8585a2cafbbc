// The owner's own calendar, whose busy times visitors can't book.
import { agencyZone } from "#app/admin/agency-hours.ts";
import { settingsMessages, settingsWords } from "#content/console/settings.ts";
import type { CalendarState } from "#contract/bookings.ts";
import { momentText } from "#contract/moment-text.ts";
import { PartForm, PartFrame, SecretField } from "./part.tsx";
import styles from "./settings.module.css";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.calendar;

export function CalendarPart({ settings }: PartProps) {
  return <PartFrame part="calendar" about={words.about} settings={settings} of={CalendarForm} />;
}

function CalendarForm(props: PartFormProps) {
  const { calendar } = props.settings;
  const settingsForm = useSettingsForm("calendar", props, ({ feedUrl = "" }) => ({ feedUrl }));
  return (
    <PartForm
      label={settingsWords.sections.calendar}
      settingsForm={settingsForm}
      testLabel={words.test}
    >
      {calendar.isSet && <LastRead state={calendar} />}
      <SecretField
        name="feedUrl"
        label={words.feedUrl}
        help={words.feedUrlHelp}
        isSet={calendar.isSet}
        isNeeded
      />
    </PartForm>
  );
}

function LastRead({ state: { readAt, problem, busyTimes } }: { state: CalendarState }) {
  const lastRead = readAt
    ? words.read(busyTimes, momentText(readAt, { timeZone: agencyZone }))
    : words.never;
  if (!problem) return <p className={styles.about}>{lastRead}</p>;
  return (
    <p className={styles.note} role="status">
      {settingsMessages.calendar[problem]} {readAt && `${words.failing} ${lastRead}`}
    </p>
  );
}
