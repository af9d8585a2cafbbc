// The form for a future date and time, in the time zone of a practice or the agency. The time is
// typed as people say it ("thu 2pm"), or chosen as a day and a time of day.
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { usTimeZones } from "#content/desk/calendar.ts";
import { timeFormWords } from "#content/desk/calls.ts";
import { clockText, headText, momentText, weekdayDateText } from "#contract/moment-text.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { dayAfter, dayIn, instantAt, localText } from "#contract/zones.ts";
import { offeredDays, timesOf } from "./offered-times.ts";
import styles from "./time-form.module.css";

/** The parser is loaded when a form opens, because it is large: it reads many date formats. */
const loadReader = () => import("./typed-time.ts");
type Reader = Awaited<ReturnType<typeof loadReader>>["readTypedTime"];

type FormProps = {
  words: {
    when: (zone: string) => string;
    set: string;
    isPast: string;
    missing: string;
  };
  now: Date;
  /** The business hours within which days and times are offered. */
  hours: BusinessHours;
  /** The initial time. */
  initial?: string | null;
  /** Why the last chosen time was rejected. */
  refusal?: string;
  /** Whether the field takes the focus, because the user has asked for it. */
  hasFocus?: boolean;
  /** Shows only the field, because the usual times are offered next to it. */
  isBare?: boolean;
  /** Whether a tap on a day and one on a time are enough, without the button. */
  takesTaps?: boolean;
  onPick: (at: Date) => void;
  /** Further buttons. */
  children?: ReactNode;
};

export function TimeForm(props: FormProps) {
  const { words, now, hours, initial, refusal = "", hasFocus, isBare, onPick, children } = props;
  const { takesTaps } = props;
  const { timeZone } = hours;
  const id = useId();
  const [typed, setTyped] = useState(initial ? momentText(initial, { timeZone }) : "");
  const [problem, setProblem] = useState("");
  const read = useTimeReader();
  const at = read?.(typed, now, timeZone) ?? null;
  const zone = usTimeZones.find(({ value }) => value === timeZone)?.name ?? timeZone;
  const shown = problem || refusal;

  function change(text: string) {
    setTyped(text);
    setProblem("");
  }

  function tap(text: string, tapped?: Date) {
    change(text);
    if (tapped && takesTaps) onPick(tapped);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { readTypedTime } = await loadReader();
    const picked = readTypedTime(typed, now, timeZone);
    if (picked && picked > now) onPick(picked);
    else setProblem(picked ? words.isPast : words.missing);
  }

  return (
    <form
      className={styles.form}
      data-bare={isBare || undefined}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {!isBare && <Offered now={now} hours={hours} picked={at} onPick={tap} />}
      <label>
        {isBare ? <Hidden>{words.when(zone)}</Hidden> : <span>{words.when(zone)}</span>}
        <input
          // biome-ignore lint/a11y/noAutofocus: the user opened this field with a button
          autoFocus={hasFocus}
          type="text"
          autoComplete="off"
          placeholder={isBare ? timeFormWords.orType : timeFormWords.example}
          value={typed}
          aria-invalid={shown !== "" || undefined}
          aria-describedby={id}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      {(!isBare || typed !== "") && (
        <div className={styles.actions}>
          <Button type="submit" isSmall>
            {words.set}
          </Button>
          {children}
        </div>
      )}
      <p className={styles.read} aria-live="polite">
        {at && headText(at, timeZone)}
      </p>
      <p id={id} role="alert" className={styles.problem}>
        {shown}
      </p>
    </form>
  );
}

/** Returns the function that reads typed times, or null until it is loaded. */
export function useTimeReader(): Reader | null {
  const [read, setRead] = useState<Reader | null>(null);
  useEffect(() => {
    let isLeft = false;
    void loadReader().then(({ readTypedTime }) => !isLeft && setRead(() => readTypedTime));
    return () => {
      isLeft = true;
    };
  }, []);
  return read;
}

type OfferedProps = {
  now: Date;
  hours: BusinessHours;
  /** The time that the typed text stands for. */
  picked: Date | null;
  /**
   * Called with the text to put into the field. `tapped`: the time, if its day was tapped before, so
   * that it isn't the time of the day that is offered first.
   */
  onPick: (text: string, tapped?: Date) => void;
};

/** Offers the days on which the practice is open, and then the chosen day's usual times. */
function Offered({ now, hours, picked, onPick }: OfferedProps) {
  const { timeZone } = hours;
  const days = offeredDays(now, hours);
  const [chosen, setChosen] = useState<string | null>(null);
  const typedDay = picked ? dayIn(picked, timeZone) : null;
  const day = typedDay ?? chosen ?? days[0];
  if (!day) return null;
  const textOf = (at: Date) => momentText(at.toISOString(), { timeZone });
  return (
    <div className={styles.offered}>
      <Days
        days={days}
        chosen={day}
        now={now}
        timeZone={timeZone}
        onChoose={(one) => {
          setChosen(one);
          const same = picked && instantAt(`${one}T${wallTime(picked, timeZone)}`, timeZone);
          onPick(same ? textOf(same) : "");
        }}
      />
      <fieldset className={styles.chips} aria-label={timeFormWords.time}>
        {timesOf(day, now, hours).map((at) => (
          <button
            key={at.getTime()}
            type="button"
            aria-pressed={at.getTime() === picked?.getTime()}
            onClick={() => onPick(textOf(at), chosen === null ? undefined : at)}
          >
            {shortTime(at, timeZone)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

type DaysProps = {
  days: string[];
  chosen: string | null;
  now: Date;
  timeZone: string;
  onChoose: (day: string) => void;
  className?: string;
};

/** Buttons for days, such as "Today", "Tomorrow" and "Mon, Dec 7". */
export function Days({ days, chosen, now, timeZone, onChoose, className = "" }: DaysProps) {
  return (
    <fieldset className={`${styles.chips} ${className}`} aria-label={timeFormWords.day}>
      {days.map((day) => (
        <button key={day} type="button" aria-pressed={day === chosen} onClick={() => onChoose(day)}>
          {dayName(day, now, timeZone)}
        </button>
      ))}
    </fieldset>
  );
}

/** Returns a text such as "Today", "Tomorrow", or "Mon, Dec 7". */
export function dayName(day: string, now: Date, timeZone: string): string {
  const today = dayIn(now, timeZone);
  if (day === today) return timeFormWords.today;
  if (day === dayAfter(today, 1)) return timeFormWords.tomorrow;
  return weekdayDateText(`${day}T12:00:00Z`, "UTC");
}

/** Returns a text such as "2 pm" or "8:30 am". */
export function shortTime(at: Date, timeZone: string): string {
  return clockText(at, timeZone).replace(":00", "");
}

function wallTime(at: Date, timeZone: string): string {
  return localText(at, timeZone).slice(11);
}
