// The fields for a plan of call attempts, one for each gap between two calls. Used by practices and
// by the owner's template sets.
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import { attemptPlanWords as words } from "#content/desk/profile.ts";
import { type AttemptGap, attemptGaps, maxAttempts } from "#contract/attempt-plan.ts";
import styles from "./attempt-fields.module.css";

const options = attemptGaps.map((value) => ({ value, name: words.gaps[value] }));

/** Returns which fields are shown, because rows can be added and removed. */
export function useAttempts(gaps: AttemptGap[]) {
  const [places, setPlaces] = useState(gaps.map((_, index) => index));
  return {
    ...{ gaps, places, setPlaces },
    /** Returns the plan from the typed values. */
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
          // The fields begin with the second call, because the clock measures the first one.
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
