// How long some of the practice's records are kept.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { SelectField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { toastTitles } from "#content/console/frame.ts";
import { retentionWords as words } from "#content/console/retention.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import { practiceRetention, RetentionChange, type RetentionKind } from "#contract/retention.ts";
import boxes from "./box.module.css";

const kinds = Object.keys(practiceRetention) as RetentionKind[];

/** The choices in days; each list begins with the default and ends with the longest. */
const choices: Record<RetentionKind, number[]> = {
  deliveries: [90, 180, 365, 730],
  sessions: [30, 90, 180, 365, 730],
  auditEntries: [730, 1095, 1825, 2555, 3650],
};

export function Retention({ practice: { _id, retention } }: { practice: PracticeDetail }) {
  // The values when the form was opened: another owner's later change must not be undone.
  const [shown, setShown] = useState(retention);
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: RetentionChange,
    read: (typed) =>
      Object.fromEntries(
        kinds
          .map((kind) => [kind, Number(typed[kind])] as const)
          .filter(([kind, days]) => days !== shown[kind]),
      ),
    send: (json) => api.admin.clients[":id"].retention.$patch({ param: { id: _id }, json }),
    onDone(answer) {
      showToast({ title: toastTitles.done, message: answer.message });
      setShown(answer.retention);
      void revalidate();
    },
  });
  return (
    <section className={boxes.box} aria-labelledby="retention">
      <h2 id="retention">{words.title}</h2>
      <p className={boxes.quiet}>{words.about}</p>
      <Form form={form} aria-label={words.title}>
        {kinds.map((kind) => (
          <SelectField
            key={`${kind} ${shown[kind]}`}
            name={kind}
            label={words.kinds[kind]}
            help={words.help[kind]}
            isRequired
            defaultValue={shown[kind]}
            options={choicesWith(kind, shown[kind])}
          />
        ))}
        <FormEnd label={words.save} />
      </Form>
    </section>
  );
}

/** Includes a value that isn't in the list, such as one set through the API. */
function choicesWith(kind: RetentionKind, stored: number) {
  const days = [...new Set([...choices[kind], stored])].toSorted((one, other) => one - other);
  return days.map((one) => ({ value: String(one), name: words.period(one) }));
}
