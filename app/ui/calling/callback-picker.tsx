import { callbackWords } from "#content/desk/calls.ts";
import { clockText } from "#contract/moment-text.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { dayAfter, dayIn, formatIn } from "#contract/zones.ts";
import styles from "./callback-picker.module.css";
import { type CallbackTime, callbackTimes } from "./callback-times.ts";
import { TimeForm } from "./time-form.tsx";

type PickerProps = { now: Date; hours: BusinessHours; onPick: (at: Date) => void };

/** Lets the user choose a callback's time: a usual time with one tap, or any other time. */
export function CallbackPicker({ now, hours, onPick }: PickerProps) {
  return (
    <fieldset className={styles.picker}>
      <legend>{callbackWords.title}</legend>
      <CallbackTimes now={now} hours={hours} onPick={onPick} />
      <TimeForm isBare words={callbackWords} now={now} hours={hours} onPick={onPick} />
    </fieldset>
  );
}

/** Buttons for the usual times, such as "In an hour", "2 pm", "Tomorrow 9 am". */
export function CallbackTimes({ now, hours, onPick }: PickerProps) {
  return callbackTimes(now, hours).map((time) => {
    const [main, also] = textsOf(time, now, hours.timeZone);
    return (
      <button
        key={time.kind + time.at.getTime()}
        type="button"
        className={styles.time}
        onClick={() => onPick(time.at)}
      >
        <strong>{main}</strong> <span>{also}</span>
      </button>
    );
  });
}

function textsOf({ kind, at }: CallbackTime, now: Date, timeZone: string): [string, string] {
  if (kind === "inAnHour") return [callbackWords.inAnHour, clockText(at, timeZone)];
  return [
    shortTime(at, timeZone),
    kind === "today" ? callbackWords.today : dayName(at, now, timeZone),
  ];
}

/** Returns "Tomorrow", or a weekday such as "Monday". */
function dayName(at: Date, now: Date, timeZone: string): string {
  const isTomorrow = dayIn(at, timeZone) === dayAfter(dayIn(now, timeZone), 1);
  return isTomorrow ? callbackWords.tomorrow : formatIn(timeZone, { weekday: "long" }).format(at);
}

/** Returns a text such as "2 pm" or "8:30 am". */
function shortTime(at: Date, timeZone: string): string {
  return clockText(at, timeZone).replace(":00", "");
}
