import { agencyZone } from "#app/admin/agency-hours.ts";
import { CallPanel } from "#app/admin/requests/call-panel.tsx";
import { useCall } from "#app/admin/requests/use-call.ts";
import { useWaiting, Wait } from "#app/admin/requests/wait.tsx";
import { CallButtons } from "#app/ui/calling/call-buttons.tsx";
import { IconCalendarTime, IconMail } from "#app/ui/icons.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { mailtoUrl } from "#app/ui/mailto.ts";
import { useNow } from "#app/ui/now.tsx";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { callWords } from "#content/desk/calls.ts";
import { packageTitle } from "#content/marketing.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import { dayTimeText, timeText } from "#contract/moment-text.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./call-box.module.css";

/** The clock, the phone number and the call. They are at the top, because calling comes first. */
export function CallBox({ detail: { contactRequest, booking } }: { detail: ContactRequestDetail }) {
  const now = useNow();
  const call = useCall(contactRequest);
  const { open } = call;
  const waiting = useWaiting(contactRequest, open, "wall");
  const { _id, fullName, dials, phone, email, contactAt, callBackAt, state } = contactRequest;
  const chosen = contactRequest.package;
  const isClosed = state === "won" || state === "lost" || state === "closed";
  useKeys({ c: dials && !open ? () => void call.begin() : null });
  const isBooked = booking?.canceledAt === null && booking.startsAt === callBackAt;
  const isLoud = contactRequest.uncalledSince !== null && !isClosed;
  return (
    <section
      className={styles.box}
      aria-label={words.call}
      data-lead={_id}
      data-urgency={isLoud && waiting.kind === "running" ? waiting.bucket : undefined}
    >
      <div className={styles.top} data-kind="uncalled">
        <div className={styles.time}>
          <Wait contactRequest={contactRequest} open={open} reading="wall" />
        </div>
        <div className={styles.contact}>
          {dials ? (
            <a href={`tel:${dials}`} className={styles.number} onClick={() => void call.begin()}>
              {phoneText(dials)}
            </a>
          ) : (
            <span>{phone || words.noNumber}</span>
          )}
          <a href={mailtoUrl(email)} className={styles.mail}>
            <IconMail aria-hidden />
            {email}
          </a>
        </div>
        {open && !call.isAsked && (
          <button type="button" className={styles.answer} onClick={call.ask}>
            {callWords.beingCalled(timeText(open.calledAt, now, agencyZone))}
            <span>{callWords.addResult}</span>
          </button>
        )}
        {!open && dials && (
          <CallButtons
            id={_id}
            name={fullName}
            dials={dials}
            variant={isClosed ? "outline" : "solid"}
            onPress={() => void call.begin()}
          />
        )}
      </div>
      {call.isAsked && <CallPanel contactRequest={contactRequest} call={call} />}
      {(contactAt || callBackAt || chosen) && (
        <p className={styles.wishes}>
          {(callBackAt || contactAt) && (
            <span suppressHydrationWarning>
              <IconCalendarTime size={20} aria-hidden />
              {callBackAt
                ? (isBooked ? words.booked : words.callback)(
                    dayTimeText(new Date(callBackAt), now, agencyZone),
                  )
                : words.wants(dayTimeText(new Date(contactAt ?? ""), now, agencyZone))}
              <a href={`/api/admin/contact-requests/${_id}/call.ics`} download>
                {words.calendar}
              </a>
            </span>
          )}
          {chosen && <span>{packageTitle(chosen) ?? words.noPackage}</span>}
        </p>
      )}
    </section>
  );
}
