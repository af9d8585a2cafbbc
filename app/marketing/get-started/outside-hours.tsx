// If the selected time is outside office hours, shows when the office opens next.
import { useEffect, useState } from "react";
import { useMarketingWords } from "#app/marketing/words.ts";
import { useFormState } from "#app/ui/form.tsx";
import { readTyped } from "#app/ui/form-values.ts";
import { useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { isOfficeMoment, nextOfficeMoment, officeMomentText } from "#contract/office-hours.ts";
import { momentOf, ownTimeZone, readDay } from "./contact-time.ts";
import styles from "./outside-hours.module.css";
import { isTyped } from "./slots.ts";

export function OutsideHours() {
  const { ref } = useFormState();
  const { language } = useWords();
  const { questionnaire, zoneName } = useMarketingWords();
  const [next, setNext] = useState<Date | null>(null);

  useEffect(() => {
    const form = ref.current;
    const judge = () => setNext(form && nextMoment(form));
    judge();
    form?.addEventListener("input", judge);
    return () => form?.removeEventListener("input", judge);
  }, [ref]);

  return (
    <span role="status" className={styles.outside}>
      {next &&
        questionnaire.time.outside(
          officeMomentText(next, { ...site.officeHours, zoneName }, language),
        )}
    </span>
  );
}

/**
 * Returns when the office opens next. Null if the selected time is within office hours, or if no
 * time is selected.
 */
function nextMoment(form: HTMLFormElement): Date | null {
  const typed = readTyped(form);
  const { contactDate = "", contactTime = "", slot = "" } = typed;
  // The owner offers this slot, so it's fine outside office hours.
  if (isTyped(slot, typed, ownTimeZone())) return null;
  const day = readDay(contactDate);
  if (!day || !contactTime) return null;
  const moment = momentOf(day, contactTime);
  // A time that has passed gets its error when the form is validated.
  if (moment.getTime() < Date.now() || isOfficeMoment(moment, site.officeHours)) return null;
  return nextOfficeMoment(moment, site.officeHours);
}
