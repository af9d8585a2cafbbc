// The practice's open hours: seven days with breaks, holidays, and the time zone.
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { Form, FormEnd } from "#app/ui/form.tsx";
import styles from "#app/ui/hours/hours.module.css";
import { HoursFields, useHours } from "#app/ui/hours/hours-fields.tsx";
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
  const form = useForm({
    schema: OpenHoursChange,
    read: (typed) => ({ ...fields.read(typed), inForceSince: version.current }),
    send: (json) => api.clients.me.hours.$put({ json }),
    onDone({ message, hours: saved }) {
      version.current = saved.inForceSince;
      stale.forget();
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

  return (
    <Form form={form} aria-label={profileWords.sections.hours}>
      <p className={styles.hint}>{accountMessages.hoursFor}</p>
      <HoursFields hours={fields} />
      {stale.isStale && <StaleChoice onLoad={onLoad} onSave={saveOver} />}
      <FormEnd label={controlWords.save} sendingLabel={controlWords.saving} />
    </Form>
  );
}
