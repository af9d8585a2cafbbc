// The owner's next free times. Each is a link to the questionnaire, which books the time only when
// it is submitted. Renders nothing without a response, or if booking is off.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { useWords } from "#app/ui/words.ts";
import { showsSameTime } from "#contract/booked-time.ts";
import type { CallSlots } from "#contract/bookings.ts";
import { clockText, dayText } from "#contract/moment-text.ts";
import { ownTimeZone, timeZoneText } from "./get-started/contact-time.ts";
import { daysOf } from "./get-started/slots.ts";
import styles from "./next-times.module.css";
import { useMarketingWords } from "./words.ts";

const timesShown = 3;

export function NextTimes() {
  const { root, questionnaire } = useMarketingWords();
  const { language } = useWords();
  const { slots: words } = questionnaire;
  const [offer, setOffer] = useState<CallSlots | null>(null);
  useEffect(() => {
    void askApi(() => api["call-slots"].$get()).then((outcome) => {
      if (outcome.isDone) setOffer(outcome.answer);
    });
  }, []);
  const zone = offer ? ownTimeZone() : "";
  const [first] = offer ? daysOf(offer.slots, zone) : [];
  if (!offer || !first) return null;
  const isElsewhere = first.slots.some(
    (slot) => !showsSameTime(new Date(slot), zone, offer.timeZone),
  );
  return (
    <section className={styles.times} aria-labelledby="next-times">
      <h2 id="next-times">{words.orBook(offer.minutes)}</h2>
      <p>{dayText(first.day, { weekday: "long", month: "long", day: "numeric" }, language)}</p>
      {isElsewhere && <p>{words.zones(timeZoneText(zone, language))}</p>}
      <ul>
        {first.slots.slice(0, timesShown).map((slot) => (
          <li key={slot}>
            <Link to={`${root}/get-started?${new URLSearchParams({ slot })}`}>
              {clockText(new Date(slot), zone, language)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={`${root}/get-started`}>{words.others}</Link>
        </li>
      </ul>
    </section>
  );
}
