// Selects the figures' period and how waits are counted (all hours or business hours). Both are
// stored in the URL. How the queue counts waits is a setting of the practice.
import { useId } from "react";
import { useSearchParams } from "react-router";
import { useReading } from "#app/lms/shell/reading.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { periodWords, readingNames } from "#content/desk/figures.ts";
import { countingModes } from "#contract/figures.ts";
import { type PeriodName, readPeriod } from "./period.ts";
import styles from "./period-picker.module.css";

export function PeriodPicker() {
  return (
    <div className={styles.picker}>
      <PeriodSelect />
      <PeriodDays />
      <ReadingSwitch />
    </div>
  );
}

/** `isQuiet`: shown next to a heading as a word with an arrow. */
export function PeriodSelect({ isQuiet = false }: { isQuiet?: boolean }) {
  const [search] = useSearchParams();
  const choose = useChoose();
  return (
    <label className={isQuiet ? styles.quiet : styles.period}>
      <Hidden>{periodWords.label}</Hidden>
      <select
        value={readPeriod(search).name}
        onChange={({ target }) =>
          choose({ period: target.value === "all" ? "" : target.value, from: "", to: "" })
        }
      >
        {(Object.keys(periodWords.names) as PeriodName[]).map((name) => (
          <option key={name} value={name}>
            {periodWords.names[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Selects the first and the last day of a custom period. */
export function PeriodDays() {
  const [search] = useSearchParams();
  const choose = useChoose();
  const period = readPeriod(search);
  if (period.name !== "days") return null;
  return (
    <div className={styles.days}>
      {(["from", "to"] as const).map((end) => (
        <label key={end}>
          <span>{periodWords[end]}</span>
          <input
            type="date"
            // Uncontrolled, because while someone types a year it is 2, 20 and 202. Only a complete
            // date is submitted.
            key={period[end]}
            defaultValue={period[end] ?? ""}
            onBlur={({ target }) => {
              if (target.value !== (period[end] ?? "")) choose({ [end]: target.value });
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") choose({ [end]: event.currentTarget.value });
            }}
          />
        </label>
      ))}
    </div>
  );
}

/** Switches between all hours and business hours. */
export function ReadingSwitch() {
  const id = useId();
  const choose = useChoose();
  const reading = useReading();
  return (
    <fieldset className={styles.reading}>
      <legend>{periodWords.reading}</legend>
      {countingModes.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={`${id}-reading`}
            value={one}
            checked={one === reading}
            onChange={() => choose({ reading: one })}
          />
          <span>{readingNames[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns a function that changes the URL's parameters. An empty value removes a parameter. */
function useChoose() {
  const [search, setSearch] = useSearchParams();
  return (change: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { preventScrollReset: true });
  };
}
