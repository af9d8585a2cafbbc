import { useState } from "react";
import { callbackWords } from "#content/desk/calls.ts";
import { clockText } from "#contract/moment-text.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { dayAfter, dayIn, formatIn } from "#contract/zones.ts";
import styles from "./callback-picker.module.css";
import { type CallbackTime, callbackTimes } from "./callback-times.ts";
import { offeredDays, timesOf } from "./offered-times.ts";
import { Days, dayName, shortTime, TimeForm } from "./time-form.tsx";

type PickerProps = { now: Date; hours: BusinessHours; onPick: (at: Date) => void };

/** Lets the user choose a callback's time: a usual time with one tap, or any other time. */
export function CallbackPicker({ now, hours, onPick }: PickerProps) {
  return (
    <fieldset className={styles.picker}>
      <legend>{callbackWords.title}</legend>
      <CallbackTimes
        {...{ now, hours, onPick }}
        timesClass={styles.times}
        daysClass={styles.days}
      />
      <TimeForm isBare words={callbackWords} now={now} hours={hours} onPick={onPick} />
    </fieldset>
  );
}

type TimesProps = PickerProps & {
  timesClass: string | undefined;
  daysClass: string | undefined;
};

/**
 * Buttons for the usual times, such as "In an hour", "2 pm", "Tomorrow 9 am". After a tap on a day,
 * they are that day's times; after another tap, the usual ones again.
 */
export function CallbackTimes({ now, hours, onPick, timesClass, daysClass }: TimesProps) {
  const { timeZone } = hours;
  const [tapped, setTapped] = useState<string | null>(null);
  const days = offeredDays(now, hours);
  // The last time of a day may pass while the buttons are shown.
  const day = tapped !== null && days.includes(tapped) ? tapped : null;
  const times =
    day === null
      ? callbackTimes(now, hours).map((time) => [time.at, ...textsOf(time, now, timeZone)] as const)
      : timesOf(day, now, hours).map(
          (at) => [at, shortTime(at, timeZone), dayName(day, now, timeZone)] as const,
        );
  return (
    <>
      <div className={timesClass}>
        {times.map(([at, main, also]) => (
          <button
            key={main + also}
            type="button"
            className={styles.time}
            onClick={() => onPick(at)}
          >
            <strong>{main}</strong> <span>{also}</span>
          </button>
        ))}
      </div>
      {days.length > 0 && (
        <Days
          days={days}
          chosen={day}
          now={now}
          timeZone={timeZone}
          onChoose={(one) => setTapped(one === day ? null : one)}
          className={daysClass}
        />
      )}
    </>
  );
}

function textsOf({ kind, at }: CallbackTime, now: Date, timeZone: string): [string, string] {
  if (kind === "inAnHour") return [callbackWords.inAnHour, clockText(at, timeZone)];
  return [
    shortTime(at, timeZone),
    kind === "today" ? callbackWords.today : weekdayName(at, now, timeZone),
  ];
}

/** Returns "Tomorrow", or a weekday such as "Monday". */
function weekdayName(at: Date, now: Date, timeZone: string): string {
  const isTomorrow = dayIn(at, timeZone) === dayAfter(dayIn(now, timeZone), 1);
  return isTomorrow ? callbackWords.tomorrow : formatIn(timeZone, { weekday: "long" }).format(at);
}
