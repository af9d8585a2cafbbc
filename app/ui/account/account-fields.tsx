// The form fields of an account, shared by registration and profile.
import { PhoneField, SelectField, TextField } from "#app/ui/fields.tsx";
import { registerWords } from "#content/desk/sign-in.ts";
import { accountMessages } from "#content/messages.ts";
import type { Client } from "#contract/accounts.ts";
import { usStates } from "#contract/us-states.ts";
import styles from "./account-fields.module.css";

const states = Object.entries(usStates).map(([value, name]) => ({ value, name }));

type OfWhom = { of?: Client };

/**
 * The fields for a first and a last name. `isOwn`: the name belongs to the person who types, so the
 * browser may fill it in.
 */
export function NameFields({
  of,
  isOwn = true,
}: {
  of?: Pick<Client, "firstName" | "lastName">;
  isOwn?: boolean;
}) {
  return (
    <div className={styles.pair}>
      <TextField
        name="firstName"
        label={registerWords.firstName}
        autoComplete={isOwn ? "given-name" : "off"}
        defaultValue={of?.firstName}
        isRequired
      />
      <TextField
        name="lastName"
        label={registerWords.lastName}
        autoComplete={isOwn ? "family-name" : "off"}
        defaultValue={of?.lastName}
        isRequired
      />
    </div>
  );
}

/**
 * The fields for a practice's phone number and address. `suggested`: what we already know from the
 * person.
 */
export function AddressFields({
  of,
  suggested,
}: OfWhom & { suggested?: Pick<Client, "phone" | "city"> | null | undefined }) {
  return (
    <>
      <PhoneField
        name="phone"
        label={registerWords.phone}
        defaultValue={of?.phone ?? suggested?.phone}
        consent={of ? accountMessages.ownPhone : undefined}
        isMasked
        isRequired
      />
      <TextField
        name="address"
        label={registerWords.address}
        autoComplete="address-line1"
        defaultValue={of?.address}
        isRequired
      />
      <TextField
        name="address2"
        label={registerWords.address2}
        autoComplete="address-line2"
        defaultValue={of?.address2}
      />
      <TextField
        name="city"
        label={registerWords.city}
        autoComplete="address-level2"
        defaultValue={of?.city ?? suggested?.city}
        isRequired
      />
      <div className={styles.pair}>
        <SelectField
          name="state"
          label={registerWords.state}
          autoComplete="address-level1"
          defaultValue={of?.state}
          options={states}
          isRequired
        />
        <TextField
          name="zip"
          label={registerWords.zip}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
          defaultValue={of?.zip}
          isRequired
        />
      </div>
    </>
  );
}

type NewPassword = {
  label?: string;
  /** The name and label of the confirmation field, if they aren't the usual ones. */
  again?: { name: string; label: string };
  /** An error to show in the confirmation field while the user types. */
  problem?: string;
};

export function NewPasswordFields({
  label = registerWords.newPassword,
  again = { name: "again", label: registerWords.confirmNewPassword },
  problem,
}: NewPassword) {
  return (
    <>
      <TextField
        name="password"
        label={label}
        type="password"
        autoComplete="new-password"
        help={accountMessages.passwordHint}
        isRequired
      />
      <TextField
        {...again}
        type="password"
        autoComplete="new-password"
        problem={problem}
        isRequired
      />
    </>
  );
}
