// Today's booked calls that haven't taken place yet.
import { Link } from "react-router";
import styles from "#app/admin/today.module.css";
import { Moment } from "#app/ui/at-time.tsx";
import { packageTitle } from "#content/marketing.ts";
import type { OwnerCall, OwnerCalls } from "#contract/bookings.ts";
import { clockText } from "#contract/moment-text.ts";
import { dayIn } from "#contract/zones.ts";

export function callsToday({ calls, call: { timeZone } }: OwnerCalls, now: Date): OwnerCall[] {
  const today = dayIn(now, timeZone);
  return calls.filter(
    ({ startsAt, isCalled }) => !isCalled && dayIn(new Date(startsAt), timeZone) === today,
  );
}

export function BookedCallRow({ call, timeZone }: { call: OwnerCall; timeZone: string }) {
  const { contactRequestId, fullName, phone, startsAt } = call;
  const about = [phone, call.package && packageTitle(call.package)];
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <Link to={`/admin/requests/${contactRequestId}`} className={styles.name}>
            <bdi>{fullName}</bdi>
          </Link>
        </p>
        <p className={styles.sub}>{about.filter(Boolean).join(" · ")}</p>
      </div>
      <Moment at={startsAt} timeZone={timeZone} className={styles.callTime}>
        {clockText(new Date(startsAt), timeZone)}
      </Moment>
    </li>
  );
}
