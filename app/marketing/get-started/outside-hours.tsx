// Whoever chooses a time at which nobody calls reads there when somebody does.
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

/** Null: somebody calls at the time that stands there, or none does yet. */
function nextText(form: HTMLFormElement): string | null {
  const { contactDate = "", contactTime = "" } = readTyped(form);
  const day = readDay(contactDate);
  if (!day || !contactTime) return null;
  const moment = momentOf(day, contactTime);
  // A time that is over is said to be so when the form is judged.
  if (moment.getTime() < Date.now() || isOfficeMoment(moment, site.officeHours)) return null;
  return officeMomentText(nextOfficeMoment(moment, site.officeHours), site.officeHours);
}
