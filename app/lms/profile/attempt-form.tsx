// When the front desk calls a lead again that didn't answer.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { SettingsForm, useSettingsPart } from "#app/ui/settings/unsaved.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { attemptPlanWords as words } from "#content/desk/profile.ts";
import { type Client, DeskSettingsChange } from "#contract/accounts.ts";
import { attemptGaps, maxAttempts } from "#contract/attempt-plan.ts";
import styles from "./attempt-form.module.css";

const options = attemptGaps.map((value) => ({ value, name: words.gaps[value] }));

export function AttemptForm({ client }: { client: Client }) {
  const [loaded, setLoaded] = useState(0);
  return <Plan key={loaded} client={client} onDiscard={() => setLoaded(loaded + 1)} />;
}

function Plan({ client, onDiscard }: { client: Client; onDiscard: () => void }) {
  const { revalidate } = useRevalidator();
  const [places, setPlaces] = useState(client.attemptGaps.map((_, index) => index));
  const [keptCount, setKeptCount] = useState(places.length);
  const form = useForm({
    schema: DeskSettingsChange,
    read: (typed) => ({ attemptGaps: places.map((place) => typed[nameAt(place)]) }),
    send: (json) => api.clients.me.desk.$patch({ json }),
    onDone({ message }) {
      setKeptCount(places.length);
      keep();
      showToast({ title: message });
      void revalidate();
    },
  });
  const isReshaped = places.length !== keptCount;
  const keep = useSettingsPart({ name: words.section, form, isReshaped, discard: onDiscard });
  return (
    <SettingsForm form={form} aria-label={words.section}>
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
    </SettingsForm>
  );
}

const nameAt = (place: number) => `gap${place}`;
