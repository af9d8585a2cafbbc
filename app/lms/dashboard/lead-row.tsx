import { IconCalendarClock, IconRepeat } from "@tabler/icons-react";
import { Link } from "react-router";
import { NumberLink } from "#app/lms/call-guard.tsx";
import { CallButton, OutcomePanel } from "#app/lms/call-panel.tsx";
import { deskUrl, useDesk } from "#app/lms/desk.ts";
import { callName, plainName } from "#app/lms/names.tsx";
import { exactText, timeText } from "#app/lms/times.ts";
import { Clock } from "#app/ui/clock.tsx";
import { agoText, tookText } from "#app/ui/clock-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { deskWords, outcomeNames } from "#content/desk.ts";
import type { Lead } from "#contract/leads.ts";
import { bucketOf } from "#contract/timeliness.ts";
import styles from "./lead-row.module.css";

type Sheet = { callId: string | null; putOff: () => void };

type RowProps = {
  lead: Lead;
  /** The list no longer holds it; its row stays while somebody is at the list. */
  isGone: boolean;
  sheet: Sheet;
};

export function LeadRow({ lead, isGone, sheet }: RowProps) {
  const { client, look } = useDesk();
  const { timeZone } = client;
  const urgency = urgencyOf(lead, useNow());
  const kind = lead.uncalledSince ? "uncalled" : lead.state === "callback" ? "due" : "called";
  return (
    <li className={styles.item} data-lead={lead._id} data-gone={isGone || undefined}>
      <div className={`${styles.row} ${styles[kind]}`} data-urgency={isGone ? undefined : urgency}>
        <div className={styles.time}>
          <When lead={lead} timeZone={timeZone} />
        </div>
        <div className={styles.person}>
          <Link
            to={deskUrl(`/lms/lead?id=${lead._id}`, look)}
            // A look is written down: passing over a name is none.
            prefetch={look ? "none" : "intent"}
            className={styles.name}
            dir="auto"
            title={callName(lead)}
          >
            {callName(lead)}
          </Link>
          <span className={styles.sub} dir="auto">
            {[
              lead.askedAs && `Asked as ${plainName(lead.askedAs)}`,
              lead.doNotCall && deskWords.doNotCall,
              lead.campaign,
              lead.isTest && "A test of the form",
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </div>
        <div className={styles.phone}>
          {lead.phone ? (
            <NumberLink lead={lead} />
          ) : (
            <span className={styles.sub}>{lead.email || "No number"}</span>
          )}
          {lead.askedAgainAt && (
            <span className={styles.sub}>
              <IconRepeat size={14} stroke={1.75} aria-hidden /> Asked again{" "}
              <AtTime at={lead.askedAgainAt} timeZone={timeZone} />
            </span>
          )}
        </div>
        <div className={styles.action}>
          {isGone && <p className={styles.last}>{deskWords.gone}</p>}
          {!isGone && kind === "called" && <LastCall lead={lead} timeZone={timeZone} />}
          {!lead.openCall && !look && !isGone && lead.phone && (
            <div className={kind === "called" ? styles.again : undefined}>
              <CallButton lead={lead} look={kind === "uncalled" ? "solid" : "outline"} />
            </div>
          )}
        </div>
      </div>
      {lead.openCall && !look && !isGone && (
        <OutcomePanel
          lead={lead}
          timeZone={timeZone}
          onPutOff={lead.openCall._id === sheet.callId ? sheet.putOff : undefined}
        />
      )}
    </li>
  );
}

function When({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const now = useNow();
  if (lead.uncalledSince) {
    return (
      <Clock since={lead.uncalledSince} sinceText={timeText(lead.uncalledSince, now, timeZone)} />
    );
  }
  if (lead.state === "callback" && lead.callBackAt) {
    return (
      <p className={styles.took}>
        <IconCalendarClock size={18} stroke={1.75} aria-hidden />
        <strong>Due {timeText(lead.callBackAt, now, timeZone)}</strong>
        <span className={styles.sub} suppressHydrationWarning>
          {agoText(new Date(lead.callBackAt), now)}
        </span>
      </p>
    );
  }
  if (!lead.firstCalledAt) {
    return <p className={styles.took}>By hand, no clock</p>;
  }
  const tookMs = new Date(lead.firstCalledAt).getTime() - new Date(lead.timeReceived).getTime();
  const bucket = bucketOf(tookMs);
  return (
    <p className={styles.took}>
      <TimelinessIcon bucket={bucket} />
      <strong>{tookText(tookMs)}</strong>
      <span className={styles.sub}>{timelinessWord(bucket)}</span>
    </p>
  );
}

function LastCall({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { lastOutcome, lastCalledAt, attempts } = lead;
  if (!lastOutcome || !lastCalledAt) return <p className={styles.last}>Not called</p>;
  return (
    <p className={styles.last}>
      {outcomeNames[lastOutcome]}
      {attempts > 1 && `, ${attempts} tries`}
      <AtTime at={lastCalledAt} timeZone={timeZone} />
    </p>
  );
}

function AtTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} title={exactText(at, timeZone)} suppressHydrationWarning>
      {timeText(at, useNow(), timeZone)}
    </time>
  );
}

/** Colours the row: a tint before the goal, a tile until it is late, a tint again when it is. */
function urgencyOf(lead: Lead, now: Date): string | undefined {
  if (!lead.uncalledSince) return undefined;
  return bucketOf(Math.max(0, now.getTime() - new Date(lead.uncalledSince).getTime()));
}
