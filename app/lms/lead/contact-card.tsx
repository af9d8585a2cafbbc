// Whom to call, what they want, and what is known about calling them.

import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useTapped } from "#app/lms/calls/call-outbox.ts";
import { CallButton, OutcomePanel } from "#app/lms/calls/call-panel.tsx";
import { NumberLink } from "#app/lms/calls/start-call.tsx";
import styles from "#app/lms/lead.module.css";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { callName, isLong, Name, nameOf } from "#app/lms/shell/names.tsx";
import { clockText, exactText, timeText, zoneText } from "#app/lms/shell/times.ts";
import { Clock } from "#app/ui/clock.tsx";
import { tookText } from "#app/ui/clock-text.ts";
import { IconPhoneOff } from "#app/ui/icons.tsx";
import { mailtoUrl } from "#app/ui/mailto.ts";
import { useNow } from "#app/ui/now.tsx";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { deskWords } from "#content/desk.ts";
import { leadFieldLabels } from "#content/lead-fields.ts";
import { leadFieldNames } from "#contract/lead-fields.ts";
import type { Inquiry, Lead, LeadDetail } from "#contract/leads.ts";
import { isCallable, phoneText } from "#contract/phone.ts";
import { bucketOf } from "#contract/timeliness.ts";
import { CopyButton } from "./copy-button.tsx";
import { EarlierInquiries, fromText, isOtherName, OwnWords, otherAddresses } from "./inquiry.tsx";
import { LeadActions } from "./lead-actions.tsx";

export function ContactCard({ detail }: { detail: LeadDetail }) {
  const { client, viewAs } = useDesk();
  const { timeZone } = client;
  const lead = useTapped(detail.lead);
  const [inquiry, ...earlier] = detail.inquiries;
  return (
    <section className={styles.box} aria-label="Contact">
      <When lead={lead} timeZone={timeZone} />
      <PhoneNumber lead={lead} />
      {lead.doNotCall && <DoNotCall mark={lead.doNotCall} timeZone={timeZone} />}
      {inquiry && isOtherName(inquiry, lead) && (
        <p>
          This time asked as{" "}
          <strong>
            <Name>{nameOf(inquiry)}</Name>
          </strong>
          .
        </p>
      )}
      {inquiry && <OtherAddresses inquiry={inquiry} lead={lead} />}
      {inquiry && <OwnWords inquiry={inquiry} lead={lead} />}
      {!viewAs && <Call lead={lead} timeZone={timeZone} />}
      <dl className={styles.facts}>
        {isLong(nameOf(lead)) && (
          <Fact name="Name">
            <bdi>{nameOf(lead)}</bdi>
          </Fact>
        )}
        {lead.email && (
          <Fact name="E-mail">
            <a href={mailtoUrl(lead.email)}>
              {lead.email.replace(/@.*/, "")}
              <wbr />
              {lead.email.replace(/^[^@]*/, "")}
            </a>
            <CopyButton text={lead.email} what="the e-mail address" />
          </Fact>
        )}
        {leadFieldNames.map(
          (name) =>
            lead[name] && (
              <Fact key={name} name={leadFieldLabels[name]}>
                <bdi>{lead[name]}</bdi>
              </Fact>
            ),
        )}
        {inquiry && <Fact name="From">{fromText(inquiry)}</Fact>}
        {lead.phone && (
          <Fact name="Their time">
            <TheirTime lead={lead} />
          </Fact>
        )}
        {inquiry && (
          <Fact name="Consent">
            {inquiry.consent ? (
              <span>
                “<bdi>{inquiry.consent}</bdi>”, <AtTime at={inquiry.submittedAt} />
              </span>
            ) : (
              deskWords.noConsent
            )}
          </Fact>
        )}
        {detail.maybeSameAs && (
          <Fact name="Maybe the same">
            <span>
              <Link to={deskUrl(`/lms/lead?id=${detail.maybeSameAs._id}`, viewAs)}>
                <Name>{callName(detail.maybeSameAs)}</Name>
              </Link>{" "}
              {sharedText(lead, detail.maybeSameAs)}
            </span>
          </Fact>
        )}
      </dl>
      <EarlierInquiries
        inquiries={earlier}
        olderCount={detail.olderInquiries}
        lead={lead}
        timeZone={timeZone}
      />
      {!viewAs && <LeadActions lead={lead} />}
    </section>
  );
}

function PhoneNumber({ lead }: { lead: Lead }) {
  if (!lead.phone) return <p className={styles.missing}>{deskWords.noNumber}</p>;
  if (!isCallable(lead.phone)) {
    return (
      <p className={styles.mark}>
        <IconPhoneOff size={20} stroke={1.75} aria-hidden />
        <span>
          <strong>
            <Name>{lead.phone}</Name>
          </strong>{" "}
          {deskWords.notCallable}
        </span>
      </p>
    );
  }
  return (
    <p className={styles.number}>
      <NumberLink lead={lead} />
      <CopyButton text={phoneText(lead.phone)} what="the number" />
    </p>
  );
}

function OtherAddresses({ inquiry, lead }: { inquiry: Inquiry; lead: Lead }) {
  const others = otherAddresses(inquiry, lead);
  return others.map((text) => (
    <p key={text}>
      This time gave{" "}
      <strong>
        <Name>{text}</Name>
      </strong>
      .
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

function AtTime({ at }: { at: string }) {
  const { timeZone } = useDesk().client;
  return (
    <time dateTime={at} title={exactText(at, timeZone)} suppressHydrationWarning>
      {timeText(at, useNow(), timeZone)}
    </time>
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
    <p className={styles.mark}>
      <IconPhoneOff size={20} stroke={1.75} aria-hidden />
      <span>
        <strong>{deskWords.doNotCall}</strong> since{" "}
        <span suppressHydrationWarning>{timeText(mark.since, useNow(), timeZone)}</span>:{" "}
        <Name>{mark.reason}</Name>
      </span>
    </p>
  );
}

/** A guess, and said to be one: a number moves with its owner. */
function TheirTime({ lead }: { lead: Lead }) {
  const now = useNow();
  if (lead.timeZones.length === 0) return <span>{deskWords.unknownTime}</span>;
  return (
    <span suppressHydrationWarning>
      {lead.timeZones.map((zone) => clockText(now, zone)).join(" or ")},{" "}
      {lead.timeZones.map((zone) => zoneText(now, zone)).join(" or ")}
      <span className={styles.hint}>a guess by area code {lead.phone.slice(2, 5)}</span>
    </span>
  );
}

function sharedText(lead: Lead, other: { email: string; phone: string }): string {
  if (lead.phone && lead.phone === other.phone) return "has this number too";
  return lead.email && lead.email === other.email ? "has this e-mail address too" : "";
}

function Call({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const [putOff, setPutOff] = useState<string | null>(null);
  const call = lead.openCall;
  if (!call) {
    if (!isCallable(lead.phone)) return null;
    const isNext = lead.uncalledSince && !lead.doNotCall;
    return <CallButton lead={lead} variant={isNext ? "solid" : "outline"} />;
  }
  const onPutOff = call._id === putOff ? undefined : () => setPutOff(call._id);
  return <OutcomePanel lead={lead} timeZone={timeZone} onPutOff={onPutOff} />;
}

function When({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const now = useNow();
  if (lead.uncalledSince) {
    const waitedMs = Math.max(0, now.getTime() - new Date(lead.uncalledSince).getTime());
    const sinceText = timeText(lead.uncalledSince, now, timeZone);
    return (
      <div className={`${styles.clock} ${statusClass(bucketOf(waitedMs))}`}>
        <Clock isStrip since={lead.uncalledSince} sinceText={sinceText} />
      </div>
    );
  }
  if (lead.state === "callback" && lead.callBackAt) {
    return (
      <p className={styles.took} suppressHydrationWarning>
        <strong>Call back</strong> {timeText(lead.callBackAt, now, timeZone)}
      </p>
    );
  }
  if (!lead.firstCalledAt) {
    return <p className={styles.took}>{lead.isTest ? deskWords.testNoClock : deskWords.noClock}</p>;
  }
  const tookMs = new Date(lead.firstCalledAt).getTime() - new Date(lead.timeReceived).getTime();
  return (
    <p className={styles.took}>
      <TimelinessIcon bucket={bucketOf(tookMs)} />
      <strong>{timelinessWord(bucketOf(tookMs))}</strong> first called after {tookText(tookMs)}
    </p>
  );
}
