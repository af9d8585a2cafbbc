// Shows, in the first step, the time that the visitor picked on another page.
import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useMarketingWords } from "#app/marketing/words.ts";
import { useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { bookedTimeText, namedZone } from "#contract/booked-time.ts";
import styles from "./carried-time.module.css";
import { ownTimeZone } from "./contact-time.ts";
import { carriedSlot } from "./slots.ts";

const never = () => () => undefined;

export function CarriedTime() {
  const { language } = useWords();
  const { questionnaire, zoneName } = useMarketingWords();
  const { search } = useLocation();
  // Null on the server, which knows neither the link's query, because the page is prerendered, nor
  // the visitor's time zone.
  const zone = useSyncExternalStore(never, ownTimeZone, () => null);
  const slot = carriedSlot(search);
  if (!zone || !slot) return null;
  const owners = namedZone(site.officeHours.timeZone, { ...site.officeHours, zoneName });
  return (
    <p className={styles.carried}>
      {questionnaire.slots.carried(bookedTimeText(new Date(slot), zone, owners, language))}
    </p>
  );
}
