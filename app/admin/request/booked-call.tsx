// The call that a contact request booked.
import { agencyZone } from "#app/admin/agency-hours.ts";
import { CallTimeActions } from "#app/admin/requests/call-time-actions.tsx";
import { IconCalendarTime } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { ownZone } from "#content/booked-call.ts";
import { callsWords } from "#content/console/calls.ts";
import { bookedTimeText, zonedText } from "#contract/booked-time.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import styles from "./booked-call.module.css";

const words = callsWords.booking;

export function BookedCall({ detail }: { detail: ContactRequestDetail }) {
  const now = useNow();
  const { booking, contactRequest } = detail;
  if (!booking) return null;
  const { startsAt, timeZone, canceledAt, canceledBy } = booking;
  const at = new Date(startsAt);
  const isOver = at <= now;
  const isClosed = contactRequest.closedAt !== null;
  const own = zonedText(at, ownZone(agencyZone));
  return (
    <section className={styles.box} aria-labelledby="booked-call">
      <h2 id="booked-call">
        <IconCalendarTime size={20} aria-hidden />
        {words.title}
      </h2>
      <p suppressHydrationWarning>
        {canceledAt && words.canceledBy[canceledBy ?? "owner"](own)}
        {!canceledAt && isOver && words.past(own)}
        {!canceledAt && !isOver && bookedTimeText(at, timeZone, ownZone(agencyZone))}
      </p>
      {(canceledAt ? !isClosed : !isOver) && (
        <CallTimeActions
          contactRequestId={contactRequest._id}
          name={contactRequest.fullName}
          startsAt={startsAt}
          timeZone={agencyZone}
          isCanceled={canceledAt !== null}
        />
      )}
    </section>
  );
}
