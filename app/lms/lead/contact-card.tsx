// The person's contact data, their request, and warnings before calling them.

import { type ReactNode, useMemo, useState } from "react";
import { CallButton } from "#app/lms/calls/call-button.tsx";
import { LineChoice, LineState } from "#app/lms/calls/line-call.tsx";
import { useLineCall } from "#app/lms/calls/line-calls.ts";
import { NextAttemptLine } from "#app/lms/calls/next-attempt.tsx";
import { useOpenCall } from "#app/lms/calls/open-call.tsx";
import { useOptimisticLead } from "#app/lms/calls/optimistic-leads.ts";
import { OutcomePanel } from "#app/lms/calls/outcome-panel.tsx";
import { NumberLink } from "#app/lms/calls/start-call.tsx";
import styles from "#app/lms/lead.module.css";
import { assigneeText } from "#app/lms/shell/assignee.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconMessageOff, IconPhoneOff } from "#app/lms/shell/desk-icons.ts";
import { LeadClock, useWaiting } from "#app/lms/shell/lead-clock.tsx";
import { LeadLanguage, spokenLanguage } from "#app/lms/shell/lead-language.tsx";
import { callName, isLong, Name, nameOf } from "#app/lms/shell/names.tsx";
import { ringText } from "#app/lms/shell/ring-text.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { mailtoUrl } from "#app/ui/mailto.ts";
import { useNow } from "#app/ui/now.tsx";
import { statusClass } from "#app/ui/timeliness.tsx";
import { attemptWords } from "#content/desk/calls.ts";
import { contactWords, personWords } from "#content/desk/lead.ts";
import { leadTextWords } from "#content/desk/texts.ts";
import { leadFieldLabels } from "#content/lead-fields.ts";
import type { Attribution, Inquiry } from "#contract/inquiries.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { leadFieldNames } from "#contract/lead-fields.ts";
import { heldSince, type Lead } from "#contract/leads.ts";
import { clockText, timeText, zoneText } from "#contract/moment-text.ts";
import { nextAttempt } from "#contract/next-attempt.ts";
import { isCallable, phoneText } from "#contract/phone.ts";
import { Appointment } from "./appointment.tsx";
import { CopyButton } from "./copy-button.tsx";
import { EarlierInquiries, fromText, OwnWords, otherAddresses } from "./inquiry.tsx";
import { LeadActions } from "./lead-actions.tsx";
import { ResponseTimeBreakdown } from "./response-time-breakdown.tsx";
import { SplitButton } from "./split-button.tsx";
import { Suggestions } from "./suggestions.tsx";
import { YesNoFacts } from "./yes-no-facts.tsx";

export function ContactCard({ detail }: { detail: LeadDetail }) {
  const { client, person, viewAs } = useDesk();
  const { timeZone } = client;
  const lead = useOptimisticLead(detail.lead);
  const taken = assigneeText(lead, person);
  const [inquiry, ...earlier] = detail.inquiries;
  const timed = timedInquiry(detail);
  return (
    <section className={styles.box} aria-label={contactWords.label}>
      {lead.doNotCall && <DoNotCall mark={lead.doNotCall} timeZone={timeZone} />}
      {detail.textsStoppedAt && <OptedOut since={detail.textsStoppedAt} timeZone={timeZone} />}
      <When lead={lead} timeZone={timeZone} />
      {inquiry && <OwnWords isFirst inquiry={inquiry} lead={lead} />}
      <PhoneNumber lead={lead} />
      {spokenLanguage(lead) && (
        <p>
          <strong>
            <LeadLanguage lead={lead} />
          </strong>
        </p>
      )}
      {inquiry && lead.askedAs && (
        <OtherName lead={lead} inquiry={inquiry} isFirst={earlier.length === 0} />
      )}
      {inquiry && <OtherAddresses inquiry={inquiry} lead={lead} />}
      {taken && (
        <p>
          <strong>{taken}</strong>
        </p>
      )}
      <Call lead={lead} timeZone={timeZone} />
      {!viewAs && <LeadActions lead={lead} />}
      <Suggestions detail={detail} />
      <dl className={styles.facts}>
        <Appointment detail={detail} />
        <NextAttempt lead={lead} />
        {leadFieldNames.map(
          (name) =>
            lead[name] && (
              <Fact key={name} name={leadFieldLabels[name]}>
                <bdi>{lead[name]}</bdi>
              </Fact>
            ),
        )}
        <YesNoFacts lead={lead} />
        {isLong(nameOf(lead)) && (
          <Fact name={personWords.name}>
            <bdi>{nameOf(lead)}</bdi>
          </Fact>
        )}
        {lead.email && (
          <Fact name={personWords.email}>
            <a href={mailtoUrl(lead.email)}>
              {lead.email.replace(/@.*/, "")}
              <wbr />
              {lead.email.replace(/^[^@]*/, "")}
            </a>
            <CopyButton text={lead.email} what={contactWords.theEmail} />
          </Fact>
        )}
        {inquiry && (
          <Fact name={contactWords.from}>{importedFrom(detail) ?? fromText(inquiry)}</Fact>
        )}
        {inquiry?.attribution && (
          <Fact name={contactWords.ad}>
            <bdi>{adText(inquiry.attribution)}</bdi>
          </Fact>
        )}
        {lead.phone && (
          <Fact name={contactWords.theirTime}>
            <TheirTime lead={lead} />
          </Fact>
        )}
        {inquiry && (
          <Fact name={contactWords.consent}>
            {inquiry.consent ? (
              <span>
                “<bdi>{inquiry.consent}</bdi>”,{" "}
                <AtTime at={inquiry.submittedAt} timeZone={timeZone} />
              </span>
            ) : (
              contactWords.noConsent
            )}
          </Fact>
        )}
      </dl>
      {timed && <ResponseTimeBreakdown inquiry={timed} lead={lead} timeZone={timeZone} />}
      <EarlierInquiries
        inquiries={earlier}
        olderCount={detail.olderInquiries}
        lead={lead}
        timeZone={timeZone}
      />
    </section>
  );
}

/**
 * Returns the inquiry whose clock is running, even if the person has inquired again since;
 * otherwise the newest inquiry that has had a clock.
 */
function timedInquiry({ lead, inquiries }: LeadDetail): Inquiry | undefined {
  // After a merge, the running clock may belong to an older inquiry.
  const running = inquiries.find(
    (one) => lead.uncalledSince && one.clockStartedAt === lead.uncalledSince,
  );
  return running ?? inquiries.find((one) => one.clockStartedAt !== null);
}

/** Returns a text such as "google / cpc · implants tampa · dentist near me". */
function adText({ source, medium, campaign, term, content, clickId }: Attribution): string {
  const from = [source, medium].filter(Boolean).join(" / ");
  const parts = [from, campaign, term, content].filter(Boolean).join(" · ");
  return parts || (clickId ? contactWords.click[clickId.name] : "");
}

/** Returns a text with the file that the newest inquiry was imported from, or null. */
function importedFrom({ inquiries: [newest], timeline }: LeadDetail): string | null {
  const entry = timeline.find(({ data }) => data.importId && data.fileName);
  if (!entry || newest?.receivedAt !== entry.at) return null;
  return contactWords.importedFrom(String(entry.data.fileName));
}

function NextAttempt({ lead }: { lead: Lead }) {
  const { client } = useDesk();
  const isPlanned = useMemo(() => nextAttempt(lead, client) !== null, [lead, client]);
  if (!isPlanned) return null;
  return (
    <Fact name={attemptWords.name}>
      <NextAttemptLine lead={lead} name={callName(lead)} />
    </Fact>
  );
}

function PhoneNumber({ lead }: { lead: Lead }) {
  if (!lead.phone) return <p className={styles.missing}>{contactWords.noNumber}</p>;
  if (!isCallable(lead.phone)) {
    return (
      <p className={styles.mark}>
        <IconPhoneOff size={20} aria-hidden />
        <span>
          <strong>
            <Name>{lead.phone}</Name>
          </strong>{" "}
          {personWords.notCallable}
        </span>
      </p>
    );
  }
  return (
    <p className={styles.number}>
      <NumberLink lead={lead} />
      <CopyButton text={phoneText(lead.phone)} what={contactWords.theNumber} />
    </p>
  );
}

/**
 * Says that the inquiry came under another name, because someone else may inquire from a known
 * number.
 */
function OtherName({ lead, inquiry, isFirst }: { lead: Lead; inquiry: Inquiry; isFirst: boolean }) {
  return (
    <div className={styles.other}>
      <p>
        {contactWords.knownAs.before}{" "}
        <strong>
          <Name>{nameOf(lead)}</Name>
        </strong>{" "}
        {contactWords.knownAs.after}
      </p>
      {!isFirst && <SplitButton lead={lead} inquiry={inquiry} />}
    </div>
  );
}

function OtherAddresses({ inquiry, lead }: { inquiry: Inquiry; lead: Lead }) {
  const others = otherAddresses(inquiry, lead);
  return others.map((text) => (
    <p key={text}>
      {contactWords.gave.before}{" "}
      <strong>
        <Name>{text}</Name>
      </strong>{" "}
      {contactWords.gave.after}
    </p>
  ));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DoNotCall({
  mark,
  timeZone,
}: {
  mark: { since: string; reason: string };
  timeZone: string;
}) {
  return (
    <p className={styles.doNotCall}>
      <IconPhoneOff size={24} aria-hidden />
      <span>
        <strong>{contactWords.doNotCall}</strong> {contactWords.since}{" "}
        <span suppressHydrationWarning>{timeText(mark.since, useNow(), timeZone)}</span>:{" "}
        <Name>{mark.reason}</Name>
      </span>
    </p>
  );
}

function OptedOut({ since, timeZone }: { since: string; timeZone: string }) {
  return (
    <p className={styles.doNotCall}>
      <IconMessageOff size={24} aria-hidden />
      <span>
        <strong>{leadTextWords.optedOut}</strong> {contactWords.since}{" "}
        <span suppressHydrationWarning>{timeText(since, useNow(), timeZone)}</span>
      </span>
    </p>
  );
}

/**
 * Shows the time at the person's home as a guess, because people keep their number when they move.
 */
function TheirTime({ lead }: { lead: Lead }) {
  const now = useNow();
  if (lead.timeZones.length === 0) return <span>{contactWords.unknownTime}</span>;
  return (
    <span suppressHydrationWarning>
      {lead.timeZones.map((zone) => clockText(now, zone)).join(contactWords.or)},{" "}
      {lead.timeZones.map((zone) => zoneText(now, zone)).join(contactWords.or)}
      <span className={styles.hint}>{contactWords.byAreaCode(lead.phone.slice(2, 5))}</span>
    </span>
  );
}

function Call({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { viewAs } = useDesk();
  const { beingCalled } = useOpenCall(lead);
  const [putOff, setPutOff] = useState<string | null>(null);
  const call = lead.openCall;
  const isConnecting = heldSince(lead, useNow()) !== undefined;
  const lineCall = useLineCall(lead._id);
  if (beingCalled || viewAs) return beingCalled;
  if (!call) {
    if (!isCallable(lead.phone)) return null;
    const isNext = lead.uncalledSince && !lead.doNotCall;
    return (
      <>
        {lineCall ? <LineState lead={lead} /> : ringText(lead) && <p>{ringText(lead)}</p>}
        {!isConnecting && <CallButton lead={lead} variant={isNext ? "solid" : "outline"} />}
        <LineChoice lead={lead} />
      </>
    );
  }
  const onPutOff = call._id === putOff ? undefined : () => setPutOff(call._id);
  return <OutcomePanel lead={lead} timeZone={timeZone} isBesideCard onPutOff={onPutOff} />;
}

function Waits({ since, heldAt }: { since: string; heldAt: string | undefined }) {
  const { bucket } = useWaiting(since, heldAt);
  return (
    <div className={`${styles.clock} ${statusClass(bucket)}`}>
      <LeadClock since={since} heldAt={heldAt} />
    </div>
  );
}

function When({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const now = useNow();
  if (lead.uncalledSince) {
    return <Waits since={lead.uncalledSince} heldAt={heldSince(lead, now)} />;
  }
  if (lead.state === "callback" && lead.callBackAt) {
    return (
      <p className={styles.took} suppressHydrationWarning>
        <strong>{contactWords.callback}</strong> {timeText(lead.callBackAt, now, timeZone)}
      </p>
    );
  }
  if (!lead.firstCalledAt) {
    return (
      <p className={styles.took}>
        {lead.isTest ? contactWords.testNotTimed : contactWords.notTimed}
      </p>
    );
  }
  return null;
}
