// Asks who is there, and then for that person's PIN or password.
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { lockedWords } from "#content/desk/shared-device.ts";
import type { DevicePerson, SharedState } from "#contract/shared-devices.ts";
import { initialsOf, PasswordUnlockForm } from "./password-form.tsx";
import { PinForm } from "./pin-form.tsx";
import styles from "./unlock.module.css";

type Way = "pin" | "password" | "new pin";

type UnlockProps = {
  device: SharedState;
  onUnlocked: () => void;
  /** Called when the server rejects the attempt, because the device's state may have changed. */
  onRefused: () => void;
};

export function Unlock({ device, onUnlocked, onRefused }: UnlockProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [way, setWay] = useState<Way>("pin");
  const chosen = device.people.find(({ _id }) => _id === chosenId);
  const isPasswordNeeded = device.isPasswordNeeded || (chosen?.isPasswordNeeded ?? false);
  const needed = isPasswordNeeded && (
    <p role="status">
      {chosen && !device.isPasswordNeeded
        ? lockedWords.passwordNeededFor(chosen.name)
        : lockedWords.passwordNeeded}
    </p>
  );

  function choose(person: DevicePerson) {
    setChosenId(person._id);
    setWay(person.initials ? "pin" : "new pin");
  }

  if (!chosen) {
    return (
      <section aria-labelledby="who" className={styles.unlock}>
        <h2 id="who">{lockedWords.whoIsHere}</h2>
        {needed}
        <ul className={styles.people}>
          {device.people.map((person) => (
            <li key={person._id}>
              <button type="button" className={styles.person} onClick={() => choose(person)}>
                <strong aria-hidden={!person.initials}>
                  {person.initials ?? initialsOf(person.name)}
                </strong>
                <span>
                  <bdi>{person.name}</bdi>
                  {!person.initials && <small>{lockedWords.noPin}</small>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  }
  const shared = { person: chosen, onUnlocked, onRefused };
  const asked = isPasswordNeeded && way === "pin" ? "password" : way;
  return (
    <section className={styles.unlock}>
      {needed}
      {asked === "pin" ? (
        <PinForm key={chosen._id} {...shared} />
      ) : (
        <PasswordUnlockForm
          key={`${chosen._id} ${asked}`}
          {...shared}
          setsPin={asked === "new pin"}
        />
      )}
      <div className={styles.others}>
        {asked !== "password" && (
          <Button variant="quiet" onClick={() => setWay("password")}>
            {lockedWords.usePassword}
          </Button>
        )}
        {asked !== "pin" && chosen.initials && !isPasswordNeeded && (
          <Button variant="quiet" onClick={() => setWay("pin")}>
            {lockedWords.usePin}
          </Button>
        )}
        {asked !== "new pin" && (
          <Button variant="quiet" onClick={() => setWay("new pin")}>
            {chosen.initials ? lockedWords.forgotPin : lockedWords.hasNoPin}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setChosenId(null)}>
          {lockedWords.someoneElse}
        </Button>
      </div>
    </section>
  );
}
