// How the practice's queue counts waits, and which leads it marks as urgent.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { SettingsForm, useSettingsPart } from "#app/ui/settings/unsaved.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { readingNames } from "#content/desk/figures.ts";
import { queueSettingWords as words } from "#content/desk/profile.ts";
import { type Client, DeskSettingsChange } from "#contract/accounts.ts";
import { countingModes } from "#contract/figures.ts";

const readings = countingModes.map((value) => ({ value, name: readingNames[value] }));

export function QueueForm({ client }: { client: Client }) {
  const [loaded, setLoaded] = useState(0);
  return <Queue key={loaded} client={client} onDiscard={() => setLoaded(loaded + 1)} />;
}

function Queue({ client, onDiscard }: { client: Client; onDiscard: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: DeskSettingsChange,
    read: ({ reading, urgentWords = "" }) => ({ reading, urgentWords: wordsIn(urgentWords) }),
    send: (json) => api.clients.me.desk.$patch({ json }),
    onDone({ message }) {
      keep();
      showToast({ title: message });
      void revalidate();
    },
  });
  const keep = useSettingsPart({ name: words.section, form, discard: onDiscard });
  return (
    <SettingsForm form={form} aria-label={words.section}>
      <SelectField
        name="reading"
        label={words.reading}
        help={words.readingHelp}
        options={readings}
        defaultValue={client.reading}
        hasNone
      />
      <TextField
        name="urgentWords"
        label={words.urgent}
        help={words.urgentHelp}
        rows={3}
        defaultValue={client.urgentWords.join(", ")}
      />
    </SettingsForm>
  );
}

/** Splits words at commas or lines, and keeps each once. */
function wordsIn(typed: string): string[] {
  const all = typed
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return [...new Set(all)];
}
