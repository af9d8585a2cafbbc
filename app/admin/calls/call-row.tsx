// A booked call: its time, the person, and the topic.
import { Link } from "react-router";
import { CallTimeActions } from "#app/admin/requests/call-time-actions.tsx";
import { useNow } from "#app/ui/now.tsx";
import { callsWords as words } from "#content/console/calls.ts";
import { contactRequestWords } from "#content/console/contact-requests.ts";
import { packageTitle } from "#content/marketing.ts";
import { showsSameTime } from "#contract/booked-time.ts";
import type { OwnerCall } from "#contract/bookings.ts";
import { clockText } from "#contract/moment-text.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./call-row.module.css";

export function CallRow({ call, timeZone }: { call: OwnerCall; timeZone: string }) {
  const now = useNow();
  const { contactRequestId, fullName, phone, dials, startsAt, endsAt, isCalled } = call;
  const [from, to] = [new Date(startsAt), new Date(endsAt)];
  const isNow = from <= now && now < to && !isCalled;
  const isOver = isCalled || to <= now;
  const isElsewhere = !showsSameTime(from, call.timeZone, timeZone);
  const about = [
    call.package && (packageTitle(call.package) ?? contactRequestWords.noPackage),
    isElsewhere && words.theirTime(clockText(from, call.timeZone)),
  ];
  return (
    <li className={styles.row} data-over={isOver || undefined}>
      <p className={styles.time}>
        <time dateTime={startsAt} suppressHydrationWarning>
          {clockText(from, timeZone)}
        </time>
        {isNow && <strong>{words.now}</strong>}
        {isCalled && <span>{words.called}</span>}
      </p>
      <div className={styles.person}>
        <Link to={`/admin/requests/${contactRequestId}`} className={styles.name}>
          <bdi>{fullName}</bdi>
        </Link>
        <p className={styles.sub}>{about.filter(Boolean).join(" · ")}</p>
      </div>
      <div className={styles.phone}>
        {dials ? <a href={`tel:${dials}`}>{phoneText(dials)}</a> : <span>{phone}</span>}
      </div>
      {from > now && (
        <div className={styles.actions}>
          <CallTimeActions
            contactRequestId={contactRequestId}
            name={fullName}
            startsAt={startsAt}
            timeZone={timeZone}
          />
        </div>
      )}
    </li>
  );
}
