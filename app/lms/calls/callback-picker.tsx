import { useState } from "react";
import { instantAt, timeText, tomorrowAtNine } from "#app/lms/shell/times.ts";
import { Button } from "#app/ui/button.tsx";
import { usTimeZones } from "#content/desk/calendar.ts";
import { callbackWords } from "#content/desk/calls.ts";
import styles from "./callback-picker.module.css";

type PickerProps = { now: Date; timeZone: string; onPick: (at: Date) => void };

/**
 * The time of a callback: one tap for the usual ones, or a date and time in the practice's time
 * zone.
 */
export function CallbackPicker({ now, timeZone, onPick }: PickerProps) {
  const [typed, setTyped] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const chosen = instantAt(typed, timeZone);
  const isFuture = chosen !== null && chosen > now;
  const inAnHour = new Date(now.getTime() + 60 * 60_000);
  const zone = usTimeZones.find(({ value }) => value === timeZone)?.name ?? timeZone;
  return (
    <fieldset className={styles.picker}>
      <legend>{callbackWords.when}</legend>
      <Button variant="outline" onClick={() => onPick(inAnHour)}>
        {callbackWords.inAnHour}
        <span className={styles.at}>{timeText(inAnHour, now, timeZone)}</span>
      </Button>
      <Button variant="outline" onClick={() => onPick(tomorrowAtNine(now, timeZone))}>
        {callbackWords.tomorrow}
      </Button>
      <form
        className={styles.own}
        onSubmit={(event) => {
          event.preventDefault();
          if (isFuture) onPick(chosen);
          else setIsAsked(true);
        }}
      >
        <label>
          <span>{callbackWords.orAt(zone)}</span>
          <input
            type="datetime-local"
            value={typed}
            aria-invalid={(isAsked && !isFuture) || undefined}
            aria-describedby="callback-problem"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Button type="submit" variant={isFuture ? "solid" : "quiet"}>
          {callbackWords.confirm}
        </Button>
      </form>
      <p id="callback-problem" role="alert" className={styles.problem}>
        {isAsked && !isFuture && (typed ? callbackWords.isPast : callbackWords.missing)}
      </p>
    </fieldset>
  );
}
