import { useRevalidator } from "react-router";
import { z } from "zod";
import { amountOf } from "#app/admin/amount.ts";
import { api } from "#app/api.ts";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { campaignWords as words } from "#content/console/campaigns.ts";
import { toastTitles } from "#content/console/frame.ts";
import { EnteredDay } from "#contract/campaigns.ts";
import { calendarDay } from "#contract/fields.ts";

const DayOfForm = z.intersection(z.object({ day: calendarDay }), EnteredDay);

export function DayForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: DayOfForm,
    read: ({ day, impressions, clicks, spendCents }) => ({
      day,
      impressions: countOf(impressions),
      clicks: countOf(clicks),
      spendCents: amountOf(spendCents),
    }),
    send: ({ day, ...json }) =>
      api.admin.campaigns[":id"].days[":day"].$put({ param: { id, day }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      void revalidate();
      onDone();
    },
  });
  return (
    <Form form={form} aria-label={words.enter}>
      <TextField name="day" label={words.day} type="date" isRequired help={words.enterHelp} />
      <TextField name="impressions" label={words.impressions} inputMode="numeric" />
      <TextField name="clicks" label={words.clicks} inputMode="numeric" />
      <TextField name="spendCents" label={words.spendInDollars} inputMode="decimal" />
      <FormEnd label={words.save} />
    </Form>
  );
}

/** Parses a number such as "1,200", as copied from a platform's page. */
function countOf(typed: unknown): number | null {
  const text = String(typed ?? "").trim();
  return text === "" ? null : Number(text.replaceAll(",", ""));
}
