// How often, and how far apart, the front desk tries to reach a lead.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { attemptPlanWords } from "#content/desk/profile.ts";
import { attemptLimits, type Client, DeskSettingsChange } from "#contract/accounts.ts";

export function AttemptForm({ client }: { client: Client }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: DeskSettingsChange,
    read: ({ attempts, attemptGapHours }) => ({
      attempts: Number(attempts || Number.NaN),
      attemptGapHours: Number(attemptGapHours || Number.NaN),
    }),
    send: (json) => api.clients.me.desk.$patch({ json }),
    onDone({ message }) {
      showToast({ title: message });
      void revalidate();
    },
  });
  const numeric = { inputMode: "numeric", autoComplete: "off", isRequired: true } as const;
  return (
    <Form form={form} aria-label={attemptPlanWords.section}>
      <p>{attemptPlanWords.about}</p>
      <TextField
        {...numeric}
        name="attempts"
        label={attemptPlanWords.attempts(attemptLimits.attempts)}
        defaultValue={String(client.attempts)}
      />
      <TextField
        {...numeric}
        name="attemptGapHours"
        label={attemptPlanWords.gap(attemptLimits.attemptGapHours)}
        defaultValue={String(client.attemptGapHours)}
      />
      <FormEnd label={controlWords.save} sendingLabel={controlWords.saving} />
    </Form>
  );
}
