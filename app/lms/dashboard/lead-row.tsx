import { useMemo, useRef } from "react";
import { Link } from "react-router";
import { CallButton } from "#app/lms/calls/call-button.tsx";
import { LineCallPanel, LineChoice } from "#app/lms/calls/line-call.tsx";
import { useLineCall } from "#app/lms/calls/line-calls.ts";
import { ArchiveOffer } from "#app/lms/calls/next-attempt.tsx";
import { useOpenCall } from "#app/lms/calls/open-call.tsx";
import { OutcomePanel } from "#app/lms/calls/outcome-panel.tsx";
import { NumberLink } from "#app/lms/calls/start-call.tsx";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { deskUrl, useDesk, useLiveLeads } from "#app/lms/shell/desk-context.ts";
import {
  IconBell,
  IconClock,
  IconFlask,
  IconPhoneOff,
  IconRepeat,
  IconUserPlus,
} from "#app/lms/shell/desk-icons.ts";
import { LeadClock, useWaiting } from "#app/lms/shell/lead-clock.tsx";
import { callName } from "#app/lms/shell/names.tsx";
import type { Viewer } from "#app/lms/shell/presence.ts";
import { PresentViewer } from "#app/lms/shell/present-viewer.tsx";
import { ringText } from "#app/lms/shell/ring-text.ts";
import { UrgentMark } from "#app/lms/shell/wish.tsx";
import { AtTime } from "#app/ui/at-time.tsx";
import { IconAlarm, IconMessage, IconPhoneX } from "#app/ui/calling/call-icons.ts";
import styles from "#app/ui/calling/call-row.module.css";
import lastCall from "#app/ui/calling/call-row-last-call.module.css";
import time from "#app/ui/calling/call-row-time.module.css";
import { overdueText } from "#app/ui/clock-text.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { useNow } from "#app/ui/now.tsx";
import { rowWords } from "#content/desk/dashboard.ts";
import { missingOutcome, outcomeNames } from "#content/desk/outcomes.ts";
import { minuteMs } from "#contract/durations.ts";
import { heldSince, type Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import { goalMinutes } from "#contract/timeliness.ts";
import { followUpText, plannedAttempt } from "./follow-up-text.ts";
import { goneText } from "./gone-text.ts";
import { kindOf } from "./groups.ts";
import { LeadSummary } from "./lead-summary.tsx";
import type { RowKeys } from "./use-row-keys.ts";

type Sheet = { callId: string | null; putOff: () => void };

type RowProps = {
  lead: Lead;
  /**
   * The lead as it was when its row was placed. The row's layout depends on it, so that the row's
   * height doesn't change.
   */
  placed: Lead;
  /** True once the lead is no longer in the list. The row stays while the list is in use. */
  isGone: boolean;
  /** Whether this is the first row to call. */
  isNext: boolean;
  sheet: Sheet;
  keys: RowKeys;
  /** Another user who has this lead open. */
  viewer: Viewer | undefined;
};

export function LeadRow({ lead, placed, isGone, isNext, sheet, keys, viewer }: RowProps) {
  const { client, viewAs } = useDesk();
  const { timeZone } = client;
  const urgency = useUrgency(lead);
  const kind = layoutOf(lead);
  const { isAsked, beingCalled } = useOpenCall(lead, isGone);
  // No row is emphasized while the practice is closed.
  const isLoud = isNext && (kind !== "uncalled" || urgency !== undefined);
  // The panel says what this browser's own call does.
  const lineCall = useLineCall(lead._id);
  const isRinging = !lead.openCall && !lineCall && lead.ring?.step === "ringing";
  const heldSinceAt = heldSince(lead, useNow());
  const isConnecting = !lead.openCall && heldSinceAt !== undefined;
  const link = useRef<HTMLAnchorElement>(null);
  useMessage("focusLead", () => link.current?.focus(), lead._id);
  return (
    <li
      className={styles.item}
      data-lead={lead._id}
      data-gone={isGone || undefined}
      data-asked={isAsked || undefined}
      data-current={keys.currentId === lead._id || undefined}
      data-chosen={keys.isChosen(lead._id) || undefined}
    >
      <div
        className={styles.row}
        data-kind={layoutOf(placed)}
        data-urgency={isGone ? undefined : urgency}
      >
        {keys.isChoosing && (
          <label className={styles.box}>
            <input
              type="checkbox"
              checked={keys.isChosen(lead._id)}
              onChange={() => keys.toggle(lead._id)}
            />
            <Hidden>{rowWords.select(callName(lead))}</Hidden>
          </label>
        )}
        <div className={styles.time}>
          <When lead={lead} timeZone={timeZone} />
        </div>
        <div className={styles.person}>
          <span className={styles.heading}>
            <Link
              ref={link}
              to={deskUrl(`/lms/lead?id=${lead._id}`, viewAs)}
              // Viewing a lead as the owner writes an audit entry, so hovering must not prefetch it.
              prefetch={viewAs ? "none" : "intent"}
              className={styles.name}
              dir="auto"
              title={callName(lead)}
            >
              {callName(lead)}
            </Link>
            <UrgentMark lead={lead} />
          </span>
          <LeadSummary lead={lead} />
        </div>
        <div className={styles.phone}>
          {lead.phone ? (
            <>
              <NumberLink lead={lead} opensLead={isGone} />
              {!isGone && !lead.openCall && <LineChoice lead={lead} />}
            </>
          ) : (
            <span className={styles.sub}>{lead.email || rowWords.noNumber}</span>
          )}
          {viewer && <PresentViewer viewer={viewer} />}
          {!viewer && !isGone && kind === "called" && <LastCall lead={lead} timeZone={timeZone} />}
          {isRinging && !isGone && (
            <span className={styles.sub}>
              <IconBell size={14} aria-hidden /> {ringText(lead)}
            </span>
          )}
          {lead.missedCallAt && (
            <span className={styles.sub}>
              <IconPhoneX size={14} aria-hidden /> {rowWords.missedCall}{" "}
              <AtTime at={lead.missedCallAt} timeZone={timeZone} />
            </span>
          )}
          {client.hasTexts && lead.unreadTexts > 0 && (
            <span className={styles.sub}>
              <IconMessage size={14} aria-hidden /> {rowWords.unreadTexts(lead.unreadTexts)}
            </span>
          )}
          {lead.askedAgainAt && (
            <span className={styles.sub}>
              <IconRepeat size={14} aria-hidden /> {rowWords.askedAgain}{" "}
              <AtTime at={lead.askedAgainAt} timeZone={timeZone} />
            </span>
          )}
        </div>
        <div className={styles.action}>
          {isGone && <Gone leadId={lead._id} />}
          {beingCalled}
          {!isGone && isConnecting && !lineCall && (
            <p className={lastCall.last}>{ringText(lead)}</p>
          )}
          {!lead.openCall && !isConnecting && !viewAs && !isGone && lead.phone && (
            <div className={kind === "called" ? lastCall.again : undefined}>
              <CallButton lead={lead} variant={isLoud ? "solid" : "outline"} />
            </div>
          )}
        </div>
      </div>
      {!lead.openCall && !isGone && <LineCallPanel lead={lead} />}
      {isAsked && (
        <OutcomePanel
          lead={lead}
          timeZone={timeZone}
          isInQueue
          onPutOff={lead.openCall?._id === sheet.callId ? sheet.putOff : undefined}
        />
      )}
    </li>
  );
}

/**
 * Shows what happened to the lead. A separate component, so that only these rows listen to the
 * event stream.
 */
function Gone({ leadId }: { leadId: string }) {
  const { client } = useDesk();
  const newest = useLiveLeads().rows.get(leadId)?.lead ?? null;
  const { text, isInQueue } = goneText(newest, client, useNow());
  return (
    <p className={lastCall.last} data-left={!isInQueue || undefined}>
      {text}
    </p>
  );
}

function When({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const now = useNow();
  if (lead.doNotCall) {
    return (
      <p className={`${time.took} ${time.two}`}>
        <IconPhoneOff aria-hidden />
        <strong>{rowWords.doNotCall}</strong>
        <span className={styles.sub}>
          <AtTime at={lead.doNotCall.since} timeZone={timeZone} />
        </span>
      </p>
    );
  }
  if (lead.uncalledSince) {
    return <LeadClock since={lead.uncalledSince} heldAt={heldSince(lead, now)} />;
  }
  if (lead.state === "callback" && lead.callBackAt) {
    return (
      <p className={`${time.took} ${time.two}`}>
        <IconAlarm aria-hidden />
        <strong>{rowWords.due(timeText(lead.callBackAt, now, timeZone))}</strong>
        <span className={styles.sub} suppressHydrationWarning>
          {overdueText(new Date(lead.callBackAt), now)}
        </span>
      </p>
    );
  }
  if (kindOf(lead) === "called") return <FollowUp lead={lead} timeZone={timeZone} />;
  const Icon = lead.isTest ? IconFlask : IconUserPlus;
  return (
    <p className={`${time.took} ${time.two}`}>
      <Icon aria-hidden />
      <span>{lead.isTest ? rowWords.testRow : rowWords.byHandRow}</span>
      <span className={styles.sub}>
        <AtTime at={lead.date} timeZone={timeZone} />
      </span>
    </p>
  );
}

/** What is due for a lead that was called. Its response time is on the lead's page. */
function FollowUp({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { client } = useDesk();
  const now = useNow();
  const plan = useMemo(() => plannedAttempt(lead, client), [lead, client]);
  const { what, when, isLater } = followUpText(plan, lead, now, timeZone);
  const isDue = plan?.kind === "next" && when !== null && !isLater;
  return (
    <p className={`${time.took} ${time.two} ${isLater ? time.later : ""}`} suppressHydrationWarning>
      <IconClock aria-hidden />
      <strong>{what}</strong>
      {when && (
        <span className={isDue ? time.due : styles.sub} suppressHydrationWarning>
          {when}
        </span>
      )}
      {plan?.kind === "done" && (
        <span>
          <ArchiveOffer leadId={lead._id} name={callName(lead)} />
        </span>
      )}
    </p>
  );
}

/** The last call's result, below the number. */
function LastCall({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { lastOutcome, lastCalledAt } = lead;
  if (!lastCalledAt) return null;
  return (
    <p className={lastCall.result}>
      {lastOutcome ? outcomeNames[lastOutcome] : missingOutcome},{" "}
      <AtTime at={lastCalledAt} timeZone={timeZone} />
    </p>
  );
}

/** Returns the row's layout. A do-not-call lead is as unobtrusive as a lead without a clock. */
function layoutOf(lead: Lead) {
  const kind = kindOf(lead);
  return kind === "doNotCall" ? "untimed" : kind;
}

/**
 * Returns the row's color: none ("early") before the goal, then a tint, then a solid tile behind
 * the clock. Undefined during a call, and also while the practice is closed unless the lead is
 * late.
 */
function useUrgency(lead: Lead): string | undefined {
  const { timeReceived, uncalledSince, doNotCall } = lead;
  const heldAt = heldSince(lead, useNow());
  const waiting = useWaiting(uncalledSince ?? timeReceived, heldAt);
  const isShown = uncalledSince && !doNotCall && !heldAt && waiting.kind === "running";
  if (!isShown) return undefined;
  return waiting.elapsedMs < goalMinutes * minuteMs ? "early" : waiting.bucket;
}
