// When the front desk calls a lead that didn't answer again.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { AttemptFields, useAttempts } from "#app/ui/hours/attempt-fields.tsx";
import { SettingsForm, useSettingsPart } from "#app/ui/settings/unsaved.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { attemptPlanWords as words } from "#content/desk/profile.ts";
import { type Client, DeskSettingsChange } from "#contract/accounts.ts";

export function AttemptForm({ client }: { client: Client }) {
  const [loaded, setLoaded] = useState(0);
  return <Plan key={loaded} client={client} onDiscard={() => setLoaded(loaded + 1)} />;
}

function Plan({ client, onDiscard }: { client: Client; onDiscard: () => void }) {
  const { revalidate } = useRevalidator();
  const attempts = useAttempts(client.attemptGaps);
  const { length } = attempts.places;
  const [keptCount, setKeptCount] = useState(length);
  const form = useForm({
    schema: DeskSettingsChange,
    read: (typed) => ({ attemptGaps: attempts.read(typed) }),
    send: (json) => api.clients.me.desk.$patch({ json }),
    onDone({ message }) {
      setKeptCount(length);
      keep();
      showToast({ title: message });
      void revalidate();
    },
  });
  const isReshaped = length !== keptCount;
  const keep = useSettingsPart({ name: words.section, form, isReshaped, discard: onDiscard });
  return (
    <SettingsForm form={form} aria-label={words.section}>
      <p>{words.about}</p>
      <AttemptFields attempts={attempts} />
    </SettingsForm>
  );
}
