// When the selected time is outside the office hours, shows when the office opens next.
import { useEffect, useState } from "react";
import { useFormState } from "#app/ui/form.tsx";
import { readTyped } from "#app/ui/form-values.ts";
import { questionnaire } from "#content/questionnaire.ts";
import { site } from "#content/site.ts";
import { isOfficeMoment, nextOfficeMoment, officeMomentText } from "#contract/office-hours.ts";
import { momentOf, readDay } from "./contact-time.ts";
import styles from "./outside-hours.module.css";

export function OutsideHours() {
  const { ref } = useFormState();
  const [next, setNext] = useState<string | null>(null);

  useEffect(() => {
    const form = ref.current;
    const judge = () => setNext(form && nextText(form));
    judge();
    form?.addEventListener("input", judge);
    return () => form?.removeEventListener("input", judge);
  }, [ref]);

  return (
    <span role="status" className={styles.outside}>
      {next && questionnaire.time.outside(next)}
    </span>
  );
}

/** Null: the selected time is within the office hours, or none is selected yet. */
function nextText(form: HTMLFormElement): string | null {
  const { contactDate = "", contactTime = "" } = readTyped(form);
  const day = readDay(contactDate);
  if (!day || !contactTime) return null;
  const moment = momentOf(day, contactTime);
  // A past time gets its error when the form is validated.
  if (moment.getTime() < Date.now() || isOfficeMoment(moment, site.officeHours)) return null;
  return officeMomentText(nextOfficeMoment(moment, site.officeHours), site.officeHours);
}
