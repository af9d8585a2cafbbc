// The fields for a person's initials and PIN on a shared device.
import { TextField } from "#app/ui/fields.tsx";
import { sharedDeviceWords } from "#content/desk/shared-device.ts";
import styles from "./pin-fields.module.css";

export function PinFields({ initials }: { initials: string }) {
  return (
    <>
      <TextField
        name="initials"
        label={sharedDeviceWords.initials}
        help={sharedDeviceWords.initialsHelp}
        defaultValue={initials}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={3}
        isRequired
      />
      <div className={styles.masked}>
        <TextField
          name="pin"
          label={sharedDeviceWords.pin}
          help={sharedDeviceWords.pinHelp}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={4}
          isRequired
        />
      </div>
    </>
  );
}
