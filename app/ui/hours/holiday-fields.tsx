// The holidays in a form for business hours. Each field's name is its path in the request.
import { type MouseEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { holidayNames, observedName } from "#content/desk/calendar.ts";
import { hoursWords } from "#content/desk/profile.ts";
import { federalHolidays } from "#contract/federal-holidays.ts";
import type { Holiday } from "#contract/open-hours.ts";
import { dayIn } from "#contract/zones.ts";
import styles from "./hours.module.css";

export type HolidayRow = Holiday & { key: number };

type HolidayProps = {
  rows: HolidayRow[];
  timeZone: string;
  /** Whether the form offers to add the federal holidays. */
  isFederalOffered: boolean;
  onChange: (rows: HolidayRow[]) => void;
};

export function HolidayFields({ rows, timeZone, isFederalOffered, onChange }: HolidayProps) {
  const [added, setAdded] = useState("");
  // Only holidays that haven't passed are offered.
  const today = dayIn(new Date(), timeZone);
  const year = Number(today.slice(0, 4));

  function add(holidays: Holiday[]) {
    const from = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
    onChange([...rows, ...holidays.map((holiday, index) => ({ key: from + index, ...holiday }))]);
  }

  function addFederal({ currentTarget }: MouseEvent<HTMLButtonElement>, of: number) {
    const typed = currentTarget.form ? [...new FormData(currentTarget.form)] : [];
    const there = new Set(typed.flatMap(([name, date]) => (isDate(name) ? [String(date)] : [])));
    const missing = federalHolidays(of).filter(({ date }) => date >= today && !there.has(date));
    add(
      missing.map(({ date, holiday, isObserved }) => {
        const name = holidayNames[holiday];
        return { date, name: isObserved ? observedName(name) : name };
      }),
    );
    setAdded(hoursWords.added(missing.length, of));
  }

  return (
    <fieldset className={styles.holidays}>
      <legend>{hoursWords.holidays}</legend>
      {rows.length === 0 && <p className={styles.hint}>{hoursWords.noHolidays}</p>}
      {rows.map(({ key, date, name }, index) => (
        <div key={key} className={styles.holiday}>
          <TextField
            name={`holidays.${index}.date`}
            label={hoursWords.date}
            type="date"
            defaultValue={date}
            isRequired
          />
          <TextField
            name={`holidays.${index}.name`}
            label={hoursWords.name}
            autoComplete="off"
            defaultValue={name}
          />
          <Button
            variant="quiet"
            isSmall
            aria-label={hoursWords.removeHoliday(name || index + 1)}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            {hoursWords.remove}
          </Button>
        </div>
      ))}
      <div className={styles.addHolidays}>
        <Button variant="outline" isSmall onClick={() => add([{ date: "", name: "" }])}>
          {hoursWords.addHoliday}
        </Button>
        {(isFederalOffered ? [year, year + 1] : []).map((of) => (
          <Button key={of} variant="outline" isSmall onClick={(event) => addFederal(event, of)}>
            {hoursWords.addFederal(of)}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.hint}>
        {added}
      </p>
    </fieldset>
  );
}

const isDate = (name: string) => /^holidays\.\d+\.date$/.test(name);
