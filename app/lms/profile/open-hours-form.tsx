// The practice's business hours: seven days with breaks, holidays, and the time zone.
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import styles from "#app/ui/hours/hours.module.css";
import { HoursFields, useHours } from "#app/ui/hours/hours-fields.tsx";
import { SettingsForm, useSettingsPart } from "#app/ui/settings/unsaved.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { StaleChoice, useStale } from "#app/ui/version.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { profileWords } from "#content/desk/profile.ts";
import { accountMessages } from "#content/messages.ts";
import { type OpenHours, OpenHoursChange } from "#contract/open-hours.ts";

export function OpenHoursForm({ hours }: { hours: OpenHours }) {
  const [loaded, setLoaded] = useState(0);
  return <Hours key={loaded} hours={hours} onLoad={() => setLoaded(loaded + 1)} />;
}

function Hours({ hours, onLoad }: { hours: OpenHours; onLoad: () => void }) {
  const { revalidate } = useRevalidator();
  // The version that the fields show. A refetch does not change the fields, so it must not change
  // this.
  const version = useRef(hours.inForceSince);
  const stale = useStale(hours.inForceSince);
  const fields = useHours(hours);
  const [kept, setKept] = useState(() => shapeOf(fields));
  const form = useForm({
    schema: OpenHoursChange,
    read: (typed) => ({ ...fields.read(typed), inForceSince: version.current }),
    send: (json) => api.clients.me.hours.$put({ json }),
    onDone({ message, hours: saved }) {
      version.current = saved.inForceSince;
      stale.forget();
      setKept(shapeOf(fields));
      keep();
      showToast({ title: controlWords.saved, message, seconds: 5 });
      void revalidate();
    },
    onRefused({ code }) {
      if (code !== "stale") return stale.forget();
      stale.refuse(version.current);
      void revalidate();
    },
  });

  function saveOver() {
    version.current = hours.inForceSince;
    void form.submit();
  }

  const choice = stale.isStale && <StaleChoice onLoad={onLoad} onSave={saveOver} />;
  const isReshaped = shapeOf(fields) !== kept;
  const name = profileWords.sections.hours;
  const keep = useSettingsPart({
    ...{ name, form, choice, isReshaped, discard: onLoad },
    isNew: !hours.isConfirmed,
  });

  return (
    <SettingsForm form={form} aria-label={profileWords.sections.hours}>
      <p className={styles.hint}>{accountMessages.hoursFor}</p>
      <HoursFields hours={fields} />
    </SettingsForm>
  );
}

/** The open days, breaks and holidays, which are changed with buttons. */
function shapeOf({ week, holidays }: ReturnType<typeof useHours>): string {
  return JSON.stringify([week, holidays]);
}
