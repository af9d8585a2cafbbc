import { useState } from "react";
import { TextField } from "#app/ui/fields.tsx";
import { IconAlertTriangle } from "#app/ui/icons.tsx";
import { personWords } from "#content/desk/lead.ts";
import { isCallable } from "#contract/phone.ts";
import styles from "./phone-field.module.css";

/** Accepts any text, but warns if it isn't a valid phone number. */
export function PhoneField({
  defaultValue,
  isOneOf,
}: {
  defaultValue?: string;
  isOneOf?: boolean;
}) {
  const [typed, setTyped] = useState(defaultValue ?? "");
  // The warning appears when the user leaves the field, not while they type.
  const [wasLeft, setWasLeft] = useState(false);
  const isWrong = wasLeft && typed.trim() !== "" && !isCallable(typed);
  return (
    <TextField
      name="phone"
      label={personWords.phone}
      isOneOf={isOneOf}
      type="tel"
      autoComplete="off"
      defaultValue={defaultValue}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setWasLeft(true)}
      help={
        <span role="status" className={styles.notice}>
          {isWrong && (
            <>
              <IconAlertTriangle aria-hidden />
              {personWords.notCallable}
            </>
          )}
        </span>
      }
    />
  );
}
