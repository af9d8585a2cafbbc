import { Moment } from "#app/ui/at-time.tsx";
import { clockText } from "#contract/moment-text.ts";

/** "8:14 am", below the divider of its day. */
export function ClockTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <Moment at={at} timeZone={timeZone}>
      {clockText(new Date(at), timeZone)}
    </Moment>
  );
}
