import type { ReactNode } from "react";
import { exactText, timeText } from "#contract/moment-text.ts";
import { useNow } from "./now.tsx";

type AtTimeProps = {
  at: string;
  /** The practice's time zone or, in the console, the agency's. */
  timeZone: string;
  className?: string;
  children: ReactNode;
};

/** Shows a moment as a short text, and in full on hover. */
export function Moment({ at, timeZone, className, children }: AtTimeProps) {
  return (
    <time
      dateTime={at}
      title={exactText(at, timeZone)}
      className={className}
      suppressHydrationWarning
    >
      {children}
    </time>
  );
}

/**
 * Shows a text such as "8:14 am", "Mon 4:52 pm" or "Mar 3, 9:22 am", in the practice's time zone.
 */
export function AtTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <Moment at={at} timeZone={timeZone}>
      {timeText(at, useNow(), timeZone)}
    </Moment>
  );
}
