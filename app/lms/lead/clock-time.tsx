import { Moment } from "#app/ui/at-time.tsx";
import { clockText } from "#contract/moment-text.ts";

/** Shows a time such as "8:14 am". The day is in the divider above. */
export function ClockTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <Moment at={at} timeZone={timeZone}>
      {clockText(new Date(at), timeZone)}
    </Moment>
  );
}
