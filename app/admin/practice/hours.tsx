// When the practice is open. Only its managers can change that.
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/now.tsx";
import { practicePageWords as words } from "#content/console/practices.ts";
import { daysInOrder, usTimeZones, weekDays } from "#content/desk/calendar.ts";
import { hoursWords } from "#content/desk/profile.ts";
import { clockText, dayText } from "#contract/moment-text.ts";
import type { OpenSpan } from "#contract/open-hours.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import { dayIn } from "#contract/zones.ts";
import boxes from "./box.module.css";
import styles from "./hours.module.css";

export function Hours({ practice: { _id, hours } }: { practice: PracticeDetail }) {
  const { timeZone, week, holidays, inForceSince } = hours;
  const today = dayIn(useNow(), timeZone);
  const coming = holidays.filter(({ date }) => date >= today);
  return (
    <section className={boxes.box} aria-labelledby="hours">
      <h2 id="hours">
        {words.hours} <span>{zoneName(timeZone)}</span>
      </h2>
      <dl className={styles.days}>
        {daysInOrder.map((day) => (
          <div key={day}>
            <dt>{weekDays[day]}</dt>
            <dd>{(week[day] ?? []).map(spanText).join(", ") || hoursWords.closed}</dd>
          </div>
        ))}
      </dl>
      {coming.length > 0 && (
        <p>{words.closedOn(coming.map(({ date, name }) => words.holiday(dateOf(date), name)))}</p>
      )}
      {inForceSince === null && <p className={boxes.quiet}>{words.usualHours}</p>}
      <p className={boxes.quiet}>{words.changeHours}</p>
      <p>
        {/* Viewing a practice writes an audit entry, so hovering must not prefetch it. */}
        <ButtonLink to={`/lms/dashboard?client=${_id}`} prefetch="none" variant="outline" isSmall>
          {words.viewAs}
        </ButtonLink>
      </p>
    </section>
  );
}

const dateOf = (day: string) => dayText(day, { month: "short", day: "numeric", year: "numeric" });

function zoneName(timeZone: string): string {
  return usTimeZones.find(({ value }) => value === timeZone)?.name ?? timeZone;
}

function spanText({ from, to }: OpenSpan): string {
  return words.openSpan(timeOfDay(from), timeOfDay(to));
}

/** `time`: "08:00"; "24:00" is midnight. */
function timeOfDay(time: string): string {
  return clockText(new Date(`2000-01-01T${time}:00Z`), "UTC");
}
