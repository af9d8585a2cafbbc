// Lists the times when calls can't be booked, with a form to add one.
import { Link, useRevalidator } from "react-router";
import { useIsOwner } from "#app/admin/layout/role.tsx";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { callsWords as words } from "#content/console/calls.ts";
import { toastTitles } from "#content/console/frame.ts";
import { settingsMessages } from "#content/console/settings.ts";
import { type BlockedTime, type CalendarState, NewBlockedTime } from "#contract/bookings.ts";
import { clockText, weekdayDateText } from "#contract/moment-text.ts";
import { localText } from "#contract/zones.ts";
import styles from "./blocked-times.module.css";

type BlockedProps = {
  blockedTimes: BlockedTime[];
  timeZone: string;
  calendar: CalendarState | null;
};

export function BlockedTimes({ blockedTimes, timeZone, calendar }: BlockedProps) {
  const isOwner = useIsOwner();
  return (
    <section className={styles.box} aria-labelledby="blocked-times">
      <h2 id="blocked-times">{words.blocked}</h2>
      {blockedTimes.length === 0 && <p className={styles.none}>{words.nothingBlocked}</p>}
      <p className={styles.none}>
        {calendar ? words.calendar(calendar.busyTimes) : words.noCalendar}{" "}
        {calendar?.problem && <strong>{settingsMessages.calendar[calendar.problem]}</strong>}{" "}
        {isOwner && <Link to="/admin/settings#calendar">{words.calendarSettings}</Link>}
      </p>
      <ul>
        {blockedTimes.map((one) => (
          <BlockedRow key={one._id} blockedTime={one} timeZone={timeZone} />
        ))}
      </ul>
      <BlockForm />
    </section>
  );
}

function BlockedRow({ blockedTime, timeZone }: { blockedTime: BlockedTime; timeZone: string }) {
  const change = useChange();
  const { _id, note } = blockedTime;
  const when = spanText(blockedTime, timeZone);
  const unblock = () => api.admin["blocked-times"][":id"].$delete({ param: { id: _id } });
  return (
    <li className={styles.row}>
      <div>
        <p>{when}</p>
        {note && (
          <p className={styles.note} dir="auto">
            {note}
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        isSmall
        aria-label={words.unblockNamed(when)}
        onClick={() => void change(unblock)}
      >
        {words.unblock}
      </Button>
    </li>
  );
}

function BlockForm() {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: NewBlockedTime,
    read: ({ submissionId, ...typed }) => ({ ...typed, _id: submissionId ?? makeId() }),
    send: (json) => api.admin["blocked-times"].$post({ json }),
    onDone({ message }, element) {
      element.reset();
      showToast({ title: toastTitles.done, message, seconds: 6 });
      void revalidate();
    },
    countsOnce: true,
  });
  return (
    <Form form={form} aria-label={words.block} className={styles.form}>
      <h3>{words.block}</h3>
      <p className={styles.note}>{words.blockHelp}</p>
      <div className={styles.pair}>
        <TextField name="firstDay" label={words.firstDay} type="date" isRequired />
        <TextField name="lastDay" label={words.lastDay} type="date" />
        <TextField name="from" label={words.from} type="time" />
        <TextField name="to" label={words.to} type="time" />
      </div>
      <TextField name="note" label={words.note} autoComplete="off" maxLength={200} />
      <FormEnd label={words.save} />
    </Form>
  );
}

/** Returns a text such as "Tue, Mar 17, all day" or "Tue, Mar 17, 9:00 am to noon". */
function spanText({ startsAt, endsAt }: BlockedTime, timeZone: string): string {
  const [from, to] = [new Date(startsAt), new Date(endsAt)];
  // The last millisecond of the blocked time.
  const last = new Date(to.getTime() - 1);
  const day = (at: Date) => weekdayDateText(at, timeZone);
  const isMidnight = (at: Date) => localText(at, timeZone).endsWith("T00:00");
  if (isMidnight(from) && isMidnight(to)) {
    return day(from) === day(last)
      ? words.wholeDay(day(from))
      : words.wholeDays(day(from), day(last));
  }
  const start = `${day(from)}, ${clockText(from, timeZone)}`;
  const isSameDay = day(from) === day(last);
  const end = isSameDay ? clockText(to, timeZone) : `${day(to)}, ${clockText(to, timeZone)}`;
  return words.span(start, end);
}
