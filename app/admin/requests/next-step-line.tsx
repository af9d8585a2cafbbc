// A contact request's next step, in its row and on its page.
import { agencyZone } from "#app/admin/agency-hours.ts";
import { IconCalendarTime } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import { dayText } from "#contract/moment-text.ts";
import { dayIn, daysUntil } from "#contract/zones.ts";
import styles from "./next-step-line.module.css";

/**
 * Shows the next step, dark and bold once it is due. It has no color, because color is only for
 * response times.
 */
export function NextStepLine({ contactRequest }: { contactRequest: ContactRequest }) {
  const now = useNow();
  const { nextStep, assignee, state } = contactRequest;
  if (!nextStep && !assignee) return null;
  const isOver = state === "lost" || state === "closed";
  const today = dayIn(now, agencyZone);
  const isDue = !isOver && nextStep?.on != null && nextStep.on <= today;
  const parts = [nextStep?.text, nextStep?.on && whenText(nextStep.on, today, isDue)];
  return (
    <span className={styles.step} data-due={isDue || undefined}>
      <IconCalendarTime size={16} aria-hidden />
      <span suppressHydrationWarning>
        <bdi>{[...parts, assignee?.name].filter(Boolean).join(" · ")}</bdi>
      </span>
    </span>
  );
}

/** Returns a text such as "Due today", "Due Mar 12", "Thu" within a week, "Mar 30". */
function whenText(on: string, today: string, isDue: boolean): string {
  const isNear = Math.abs(daysUntil(today, on)) < 7;
  const day = dayText(on, isNear ? { weekday: "short" } : { month: "short", day: "numeric" });
  if (!isDue) return words.due.later(day);
  return on === today ? words.due.today : words.due.late(day);
}
