// When the front desk calls a lead again that didn't answer.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { attemptPlanWords as words } from "#content/desk/profile.ts";
import { type Client, DeskSettingsChange } from "#contract/accounts.ts";
import { attemptGaps, maxAttempts } from "#contract/attempt-plan.ts";
import styles from "./attempt-form.module.css";

const options = attemptGaps.map((value) => ({ value, name: words.gaps[value] }));

export function AttemptForm({ client }: { client: Client }) {
  const { revalidate } = useRevalidator();
  const [places, setPlaces] = useState(client.attemptGaps.map((_, index) => index));
  const form = useForm({
    schema: DeskSettingsChange,
    read: (typed) => ({ attemptGaps: places.map((place) => typed[nameAt(place)]) }),
    send: (json) => api.clients.me.desk.$patch({ json }),
    onDone({ message }) {
      showToast({ title: message });
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.section}>
      <p>{words.about}</p>
      {places.map((place) => (
        <SelectField
          key={place}
          name={nameAt(place)}
          // The first call is the one that the clock asks for.
          label={words.attempt(place + 2)}
          options={options}
          defaultValue={client.attemptGaps[place] ?? client.attemptGaps.at(-1)}
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
      <FormEnd label={controlWords.save} sendingLabel={controlWords.saving} />
    </Form>
  );
}

const nameAt = (place: number) => `gap${place}`;
