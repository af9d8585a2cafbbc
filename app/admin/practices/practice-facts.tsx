// A practice's figures for several console pages: waiting leads, response times, and problems with
// its sources or alerts.
import { clockFace } from "#app/ui/clock-text.ts";
import { IconAlertTriangle, IconCircleCheck } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { isFew, shareText } from "#app/ui/share.ts";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { practiceWords as words } from "#content/console/practices.ts";
import type { Cost } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";
import { type ListedClient, onboardingSteps, type PracticeFigures } from "#contract/practices.ts";
import styles from "./practice-facts.module.css";

/**
 * Leads that haven't been called yet, with a running clock. Nothing else in a row is highlighted.
 */
export function Waiting({
  practice: { uncalled, waitingSince },
}: {
  practice: Pick<ListedClient, "uncalled" | "waitingSince">;
}) {
  const now = useNow();
  if (!waitingSince) return null;
  const face = clockFace(now.getTime() - new Date(waitingSince).getTime());
  return (
    <p className={`${styles.waiting} ${statusClass(face.bucket)}`}>
      <TimelinessIcon bucket={face.bucket} isRunning />
      <span>
        {words.waiting(uncalled)}{" "}
        <strong suppressHydrationWarning>{face.digits.replaceAll(" ", "\u00a0")}</strong>
      </span>
    </p>
  );
}

export function totalOf({ timeDiff }: Pick<PracticeFigures, "timeDiff">): number {
  return timeDiff.lt10 + timeDiff.lt60 + timeDiff.other;
}

/** Returns the share of calls on time, such as "84%", or "3 of 5" if there are few inquiries. */
export function onTimeText(figures: PracticeFigures): string {
  const total = totalOf(figures);
  if (total === 0) return words.noInquiries;
  const { lt10 } = figures.timeDiff;
  return isFew(total) ? words.few(lt10, total) : shareText(lt10, total);
}

/** Returns an amount, or a dash if there is no spend or nothing to divide it by. */
export function costText(cost: Cost): string {
  return typeof cost === "number" ? `$${dollarsText(cost)}` : words.noInquiries;
}

/** Shows the state of the practice's sources and of its alerts, each with an icon and a word. */
export function Health({ practice }: { practice: ListedClient }) {
  const { sourceProblems, steps, isUnreachable } = practice;
  const troubles = sourceProblems.map((kind) => words.sourceProblems[kind]);
  if (!steps.includes("source")) troubles.push(words.noSources);
  const hasAlerts = steps.includes("alerts");
  return (
    <ul className={styles.health}>
      {troubles.length === 0 && <Sign isFine text={words.sourcesFine} />}
      {troubles.map((text) => (
        <Sign key={text} text={text} />
      ))}
      <Sign isFine={hasAlerts} text={hasAlerts ? words.alertsOn : words.alertsOff} />
      {isUnreachable && <Sign text={words.nobodyTold} title={words.unreachable} />}
    </ul>
  );
}

function Sign({ isFine, text, title }: { isFine?: boolean; text: string; title?: string }) {
  const Icon = isFine ? IconCircleCheck : IconAlertTriangle;
  return (
    <li className={styles.sign} data-fine={isFine || undefined} title={title}>
      <Icon size={16} aria-hidden />
      {text}
    </li>
  );
}

/** Until the setup is done, shows a text such as "Setup 3 of 5". */
export function SetupProgress({ steps }: Pick<ListedClient, "steps">) {
  if (steps.length === onboardingSteps.length) return null;
  return (
    <span className={styles.setup}>
      <span className={styles.dots} aria-hidden>
        {onboardingSteps.map((step) => (
          <i key={step} data-done={steps.includes(step) || undefined} />
        ))}
      </span>
      {words.setUp(steps.length, onboardingSteps.length)}
    </span>
  );
}

/** Shows the owner's tags for the practice. */
export function Tags({ tags }: Pick<ListedClient, "tags">) {
  return tags.map((tag) => (
    <bdi key={tag} className={styles.tag}>
      {tag}
    </bdi>
  ));
}

/** Shows the practice's status. Renders nothing for an active practice, because most are. */
export function StatusBadge({
  practice: { status, isAddressConfirmed },
}: {
  practice: Pick<ListedClient, "status" | "isAddressConfirmed">;
}) {
  if (status === "active") return null;
  const isUnconfirmed = status === "pending" && !isAddressConfirmed;
  return (
    <span className={styles.status} data-status={status}>
      {isUnconfirmed ? words.unconfirmed : words.states[status]}
    </span>
  );
}
