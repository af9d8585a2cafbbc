// A date field. The date can be typed as MM/dd/yyyy or picked from the browser's calendar.

import { type FocusEvent, useRef } from "react";
import { useMarketingWords } from "#app/marketing/words.ts";
import { TextField } from "#app/ui/fields.tsx";
import { IconCalendar } from "#app/ui/icons.tsx";
import { dayText, minDay, readDay, readPickedDay } from "./contact-time.ts";
import styles from "./date-field.module.css";

export function DateField({ name, label }: { name: string; label: string }) {
  const { time } = useMarketingWords().questionnaire;
  const box = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  function field() {
    return box.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  }

  /** Sets the field's value and dispatches an input event, so that the form notices the change. */
  function write(text: string) {
    const input = field();
    if (!input || input.value === text) return;
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function tidy(event: FocusEvent) {
    const day = event.target === field() && readDay(field()?.value ?? "");
    if (day) write(dayText(day));
  }

  function openPicker() {
    if (!picker.current) return;
    picker.current.min = minDay(new Date());
    picker.current.showPicker();
  }

  function pick() {
    const day = readPickedDay(picker.current?.value ?? "");
    if (day) write(dayText(day));
    field()?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for its input's blur event
    <div ref={box} onBlur={tidy}>
      <TextField
        name={name}
        label={label}
        placeholder={time.dateExample}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        isRequired
        inside={
          <>
            <input
              ref={picker}
              type="date"
              className={styles.picker}
              tabIndex={-1}
              aria-hidden
              onChange={pick}
            />
            <button
              type="button"
              className={styles.open}
              aria-label={time.pickDate}
              onClick={openPicker}
            >
              <IconCalendar size={24} aria-hidden />
            </button>
          </>
        }
      />
    </div>
  );
}
