// A future date and time, typed in a time zone: a practice's, or the agency's.
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { usTimeZones } from "#content/desk/calendar.ts";
import { instantAt, localText } from "#contract/zones.ts";
import styles from "./time-form.module.css";

type FormProps = {
  words: {
    when: (zone: string) => string;
    set: string;
    isPast: string;
    missing: string;
  };
  now: Date;
  timeZone: string;
  /** The time to begin with. */
  initial?: string | null;
  /** Why the last chosen time was refused. */
  refusal?: string;
  /** The field was asked for, so it takes focus. */
  hasFocus?: boolean;
  onPick: (at: Date) => void;
  /** Further buttons. */
  children?: ReactNode;
};

export function TimeForm(props: FormProps) {
  const {
    words,
    now,
    timeZone,
    initial = null,
    refusal = "",
    hasFocus = false,
    onPick,
    children,
  } = props;
  const id = useId();
  const [typed, setTyped] = useState(initial ? localText(new Date(initial), timeZone) : "");
  const [problem, setProblem] = useState("");
  const zone = usTimeZones.find(({ value }) => value === timeZone)?.name ?? timeZone;
  const shown = problem || refusal;

  function submit(event: FormEvent) {
    event.preventDefault();
    const at = instantAt(typed, timeZone);
    if (at && at > now) onPick(at);
    else setProblem(at ? words.isPast : words.missing);
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label>
        <span>{words.when(zone)}</span>
        <input
          // biome-ignore lint/a11y/noAutofocus: only after a press that asks for the field
          autoFocus={hasFocus}
          type="datetime-local"
          value={typed}
          aria-invalid={shown !== "" || undefined}
          aria-describedby={id}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem("");
          }}
        />
      </label>
      <div className={styles.actions}>
        <Button type="submit" isSmall>
          {words.set}
        </Button>
        {children}
      </div>
      <p id={id} role="alert" className={styles.problem}>
        {shown}
      </p>
    </form>
  );
}
