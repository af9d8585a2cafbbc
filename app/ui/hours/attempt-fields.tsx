// The fields for a plan of attempts, one for each gap between two calls. Practices and the owner's
// template sets use them.
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import { attemptPlanWords as words } from "#content/desk/profile.ts";
import { type AttemptGap, attemptGaps, maxAttempts } from "#contract/attempt-plan.ts";
import styles from "./attempt-fields.module.css";

const options = attemptGaps.map((value) => ({ value, name: words.gaps[value] }));

/** Returns which fields are shown, because their number changes. */
export function useAttempts(gaps: AttemptGap[]) {
  const [places, setPlaces] = useState(gaps.map((_, index) => index));
  return {
    ...{ gaps, places, setPlaces },
    /** Returns the plan as typed. */
    read: (typed: Typed) => places.map((place) => typed[nameAt(place)]),
  };
}

export function AttemptFields({ attempts }: { attempts: ReturnType<typeof useAttempts> }) {
  const { gaps, places, setPlaces } = attempts;
  return (
    <>
      {places.map((place) => (
        <SelectField
          key={place}
          name={nameAt(place)}
          // The first call is the one that the clock measures.
          label={words.attempt(place + 2)}
          options={options}
          defaultValue={gaps[place] ?? gaps.at(-1)}
          hasNone
        />
      ))}
      <div className={styles.changes}>
        {places.length < maxAttempts - 1 && (
          <Button variant="quiet" isSmall onClick={() => setPlaces([...places, places.length])}>
            {words.add}
          </Button>
        )}
        {places.length > 1 && (
          <Button variant="quiet" isSmall onClick={() => setPlaces(places.slice(0, -1))}>
            {words.remove}
          </Button>
        )}
      </div>
    </>
  );
}

const nameAt = (place: number) => `gap${place}`;
