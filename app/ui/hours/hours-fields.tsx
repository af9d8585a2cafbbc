// The fields for business hours: time zone, seven days with breaks, holidays. Used by practices and
// by the owner. Each field's name is its path in the request, so that an API error appears at its
// field.
import { type FormEvent, useId, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { useFormState } from "#app/ui/form.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import { daysInOrder, usTimeZones, weekDays } from "#content/desk/calendar.ts";
import { hoursWords } from "#content/desk/profile.ts";
import type { OpenHours, OpenSpan } from "#contract/open-hours.ts";
import { HolidayFields, type HolidayRow } from "./holiday-fields.tsx";
import styles from "./hours.module.css";

const firstSpan: OpenSpan = { from: "08:00", to: "17:00" };
const lunch = { from: "12:00", to: "13:00" } as const;
const mostSpans = 4;

type Hours = Pick<OpenHours, "timeZone" | "week" | "holidays">;

/**
 * Returns what the fields show besides the typed values: which spans of time each day has, and how
 * many holidays there are.
 */
export function useHours(hours: Hours) {
  const [week, setWeek] = useState(hours.week);
  const [holidays, setHolidays] = useState<HolidayRow[]>(
    hours.holidays.map((holiday, key) => ({ key, ...holiday })),
  );
  return {
    ...{ timeZone: hours.timeZone, week, setWeek, holidays, setHolidays },
    /** Returns this part of the request from the typed values. */
    read: (typed: Typed) =>
      readHours(
        typed,
        week.map((spans) => spans.length),
        holidays.length,
      ),
  };
}

type HoursProps = {
  hours: ReturnType<typeof useHours>;
  /** False if federal holidays have their own setting. */
  isFederalOffered?: boolean;
};

export function HoursFields({ hours, isFederalOffered = true }: HoursProps) {
  const { timeZone, holidays, setHolidays } = hours;
  return (
    <>
      <SelectField
        name="timeZone"
        label={hoursWords.timeZone}
        defaultValue={timeZone}
        options={zonesWith(timeZone)}
        isRequired
      />
      <WeekFields hours={hours} />
      <HolidayFields
        rows={holidays}
        timeZone={timeZone}
        isFederalOffered={isFederalOffered}
        onChange={setHolidays}
      />
    </>
  );
}

/** Only the fields for the seven days. */
export function WeekFields({ hours: { week, setWeek } }: Pick<HoursProps, "hours">) {
  const form = useFormState();
  /** Counts copies. A copy mounts the days' fields again, because they are uncontrolled. */
  const [copies, setCopies] = useState(0);
  const firstOpen = daysInOrder.find((day) => (week[day] ?? []).length > 0);

  function copyFrom(day: number) {
    const spans = week[day] ?? [];
    setWeek(week.map((one) => (one.length > 0 ? spans : one)));
    setCopies(copies + 1);
    form.forgetError("week");
  }

  return (
    <div className={styles.week}>
      {daysInOrder.map((day) => (
        <Day
          key={day === firstOpen ? day : `${day} ${copies}`}
          day={day}
          onCopy={day === firstOpen ? () => copyFrom(day) : undefined}
          spans={week[day] ?? []}
          onChange={(spans) => {
            setWeek(week.with(day, spans));
            form.forgetError("week");
          }}
        />
      ))}
      {form.errors.week && <p className={styles.refused}>{form.errors.week}</p>}
    </div>
  );
}

function Day({
  day,
  spans,
  onCopy,
  onChange,
}: {
  day: number;
  spans: OpenSpan[];
  /** Copies this day's hours to all open days. */
  onCopy: (() => void) | undefined;
  onChange: (spans: OpenSpan[]) => void;
}) {
  const id = useId();
  const name = weekDays[day] ?? "";
  const isOpen = spans.length > 0;

  /** Stores what was typed, so that it survives when a break is added or removed. */
  function noteTyping({ target }: FormEvent) {
    if (!(target instanceof HTMLInputElement) || target.type !== "time") return;
    const [, , index = "", side = ""] = target.name.split(".");
    const span = spans[Number(index)];
    if (span) onChange(spans.with(Number(index), { ...span, [side]: target.value }));
  }

  return (
    <fieldset className={styles.day} aria-label={name} onInput={noteTyping}>
      <label className={styles.open} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isOpen}
          onChange={() => onChange(isOpen ? [] : [firstSpan])}
        />
        {name}
      </label>
      {!isOpen && <p className={styles.closed}>{hoursWords.closed}</p>}
      {isOpen && (
        <div className={styles.spans}>
          {spans.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a span is identified only by its position
            <div key={index} className={styles.span}>
              <TimeField
                name={`week.${day}.${index}.from`}
                label={index === 0 ? hoursWords.opens : hoursWords.breakEnds}
                value={span.from}
              />
              <TimeField
                key={index === spans.length - 1 ? "closes" : "break"}
                name={`week.${day}.${index}.to`}
                label={index === spans.length - 1 ? hoursWords.closes : hoursWords.breakBegins}
                value={span.to}
              />
            </div>
          ))}
          <div className={styles.actions} data-beside={spans.length === 1}>
            {spans.length < mostSpans && (
              <Button variant="quiet" isSmall onClick={() => onChange(withBreak(spans))}>
                {hoursWords.addBreak}
              </Button>
            )}
            {spans.length > 1 && (
              <Button variant="quiet" isSmall onClick={() => onChange(withoutLastBreak(spans))}>
                {hoursWords.removeBreak}
              </Button>
            )}
            {onCopy && (
              <Button variant="quiet" isSmall onClick={onCopy}>
                {hoursWords.copy}
              </Button>
            )}
          </div>
        </div>
      )}
    </fieldset>
  );
}

function TimeField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <TextField
      name={name}
      label={label}
      type="time"
      // A native time field can't show 24:00.
      defaultValue={value === "24:00" ? "00:00" : value}
      isRequired
    />
  );
}

function withBreak(spans: OpenSpan[]): OpenSpan[] {
  const last = spans.at(-1) ?? firstSpan;
  const before = { from: last.from, to: lunch.from };
  return [...spans.slice(0, -1), before, { from: lunch.to, to: last.to }];
}

function withoutLastBreak(spans: OpenSpan[]): OpenSpan[] {
  const [before, last] = spans.slice(-2);
  return before && last ? [...spans.slice(0, -2), { from: before.from, to: last.to }] : spans;
}

function readHours(typed: Typed, spanCounts: number[], holidayCount: number) {
  const at = (name: string) => typed[name] ?? "";
  return {
    timeZone: at("timeZone"),
    week: spanCounts.map((count, day) =>
      Array.from({ length: count }, (_, index) => {
        const to = at(`week.${day}.${index}.to`);
        return { from: at(`week.${day}.${index}.from`), to: to === "00:00" ? "24:00" : to };
      }),
    ),
    holidays: Array.from({ length: holidayCount }, (_, index) => ({
      date: at(`holidays.${index}.date`),
      name: at(`holidays.${index}.name`),
    })),
  };
}

function zonesWith(present: string) {
  const isListed = usTimeZones.some(({ value }) => value === present);
  return isListed ? usTimeZones : [...usTimeZones, { value: present, name: present }];
}
