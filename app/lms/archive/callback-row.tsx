import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { CallButton } from "#app/lms/calls/call-button.tsx";
import { LineCallPanel, LineChoice } from "#app/lms/calls/line-call.tsx";
import { useOpenCall } from "#app/lms/calls/open-call.tsx";
import { useOptimisticLead } from "#app/lms/calls/optimistic-leads.ts";
import { OutcomePanel } from "#app/lms/calls/outcome-panel.tsx";
import { NumberLink } from "#app/lms/calls/start-call.tsx";
import { assigneeText } from "#app/lms/shell/assignee.ts";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { IconCalendarClock, IconPhoneOff } from "#app/lms/shell/desk-icons.ts";
import { LeadLanguage, spokenLanguage } from "#app/lms/shell/lead-language.tsx";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { UrgentMark, Wish, wishOf } from "#app/lms/shell/wish.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { IconAlarm } from "#app/ui/calling/call-icons.ts";
import { CallbackPicker } from "#app/ui/calling/callback-picker.tsx";
import { agoText, overdueText } from "#app/ui/clock-text.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { archiveWords } from "#content/desk/archive.ts";
import { callbackWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { rowWords } from "#content/desk/dashboard.ts";
import { missingOutcome, outcomeNames } from "#content/desk/outcomes.ts";
import type { ArchivedLead } from "#contract/archive.ts";
import { clockText, timeText } from "#contract/moment-text.ts";
import styles from "./rows.module.css";

type RowProps = {
  lead: ArchivedLead;
  /** True once the lead is no longer in the list. The row stays while the list is in use. */
  isGone: boolean;
  /** Whether the row is below a heading with its day, so that it shows only the time. */
  isInDay?: boolean;
  /** Whether this lead is the first one to call. */
  isNext?: boolean;
};

export function CallbackRow({ lead: known, isGone, isInDay = false, isNext = false }: RowProps) {
  const lead = useOptimisticLead(known);
  const { client, person, viewAs } = useDesk();
  const { isAsked, beingCalled } = useOpenCall(lead, isGone);
  const { timeZone } = client;
  const now = useNow();
  const { lastCalledAt, lastOutcome } = lead;
  const { revalidate } = useRevalidator();
  const [isMoving, setIsMoving] = useState(false);

  /** An undo can bring back only a time that hasn't passed. */
  async function move(callBackAt: Date, from = lead.callBackAt) {
    const json = { callBackAt: callBackAt.toISOString() };
    const param = { id: lead._id };
    const when = timeText(callBackAt, now, timeZone);
    const outcome = await askApi(() => api.leads[":id"].callback.$post({ param, json }));
    if (outcome.isDone) setIsMoving(false);
    const before = from !== null && new Date(from) > now ? new Date(from) : null;
    const action = before && {
      label: controlWords.undo,
      onPress: () => void move(before, null),
    };
    showToast(
      outcome.isDone
        ? {
            title: callbackWords.moved(plainName(callName(lead)), when),
            seconds: 8,
            ...(action && { action }),
          }
        : { title: controlWords.error, message: outcome.refusal.message, urgency: "alert" },
    );
    await revalidate();
  }

  const wish = wishOf(lead);
  const result = lastOutcome ? outcomeNames[lastOutcome] : missingOutcome;
  const about = [
    assigneeText(lead, person),
    lead.doNotCall && plainName(lead.doNotCall.reason),
    lastCalledAt ? `${result}, ${timeText(lastCalledAt, now, timeZone)}` : lead.campaign,
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <li data-gone={isGone || undefined} data-lead={lead._id}>
      <div className={`${styles.row} ${styles.waiting}`}>
        {lead.callBackAt && (
          <Due at={lead.callBackAt} now={now} timeZone={timeZone} isInDay={isInDay} />
        )}
        <div className={styles.person}>
          <span className={styles.heading}>
            <Link to={deskUrl(`/lms/lead?id=${lead._id}`, viewAs)} className={styles.name}>
              {callName(lead)}
            </Link>
            <UrgentMark lead={lead} />
          </span>
          {wish && (
            <span className={styles.wish} dir="auto" title={wish}>
              <Wish lead={lead} />
            </span>
          )}
          <span className={styles.sub}>
            <LeadLanguage lead={lead} />
            {spokenLanguage(lead) && about && " · "}
            {about}
          </span>
        </div>
        <div className={styles.phone}>
          {lead.phone ? (
            <>
              <NumberLink lead={lead} opensLead={isGone} />
              {!isGone && !lead.openCall && !lead.doNotCall && <LineChoice lead={lead} />}
            </>
          ) : (
            <span className={styles.sub}>{lead.email}</span>
          )}
        </div>
        <div className={styles.action}>
          {isGone && <span className={styles.sub}>{archiveWords.isCalled}</span>}
          {beingCalled}
          {!isGone && !lead.openCall && !viewAs && (
            <>
              {lead.doNotCall ? (
                <DoNotCall since={lead.doNotCall.since} timeZone={timeZone} />
              ) : (
                <CallButton lead={lead} variant={isNext ? "solid" : "outline"} />
              )}
              <Button
                variant="quiet"
                isSmall
                aria-expanded={isMoving}
                onClick={() => setIsMoving(!isMoving)}
              >
                <IconCalendarClock size={20} aria-hidden className={styles.moveIcon} />
                <span className={styles.moveWord}>{callbackWords.move}</span>
                <Hidden> {callName(lead)}</Hidden>
              </Button>
            </>
          )}
        </div>
      </div>
      {isMoving && !lead.openCall && !isGone && (
        <div className={styles.picker}>
          <CallbackPicker now={now} hours={client} onPick={(at) => void move(at)} />
        </div>
      )}
      {!lead.openCall && !isGone && <LineCallPanel lead={lead} />}
      {isAsked && <OutcomePanel lead={lead} timeZone={timeZone} />}
    </li>
  );
}

/** Stands where the call button would be. A tap on the number still asks before it calls. */
function DoNotCall({ since, timeZone }: { since: string; timeZone: string }) {
  return (
    <p className={styles.stop}>
      <IconPhoneOff size={20} aria-hidden />
      <strong>{rowWords.doNotCall}</strong>
      <span className={styles.sub}>
        <AtTime at={since} timeZone={timeZone} />
      </span>
    </p>
  );
}

type DueProps = { at: string; now: Date; timeZone: string; isInDay: boolean };

function Due({ at, now, timeZone, isInDay }: DueProps) {
  const dueAt = new Date(at);
  const isDue = dueAt <= now;
  const Icon = isDue ? IconAlarm : IconCalendarClock;
  return (
    <p className={styles.due} data-due={isDue || undefined}>
      <Icon aria-hidden />
      {isInDay ? (
        <strong suppressHydrationWarning>
          {isDue ? timeText(at, now, timeZone) : clockText(dueAt, timeZone)}
        </strong>
      ) : (
        <>
          <strong>{isDue ? callbackWords.overdue : callbackWords.due}</strong>
          <AtTime at={at} timeZone={timeZone} />
        </>
      )}
      <span className={styles.sub} suppressHydrationWarning>
        {isDue ? overdueText(dueAt, now) : agoText(dueAt, now)}
      </span>
    </p>
  );
}
