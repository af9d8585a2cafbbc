// Connects a source to a practice: what kind of sender it is, and the settings that this kind
// needs.
import { useState } from "react";
import { useNavigate } from "react-router";
import { PracticeField, type PracticesToChoose } from "#app/admin/practice-field.tsx";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { sourceKindNames, sourceWords as words } from "#content/console/sources.ts";
import { NewSource, type SourceKind, sourceKinds, sourceLimits } from "#contract/sources.ts";
import { MetaFields } from "./meta-fields.tsx";

type ConnectProps = {
  practices: PracticesToChoose;
  /** The practice to which the source is connected; null if none is selected yet. */
  client: string | null;
  onCancel: () => void;
};

export function ConnectForm({ practices, client, onCancel }: ConnectProps) {
  const navigate = useNavigate();
  const [kind, setKind] = useState<SourceKind>("google");
  const form = useForm({
    schema: NewSource,
    // An empty token isn't sent.
    read: ({ pageToken, ...typed }) => ({ ...typed, ...(pageToken && { pageToken }) }),
    send: (json) => api.admin.sources.$post({ json }),
    onDone({ source, message }) {
      showToast({ title: toastTitles.done, message });
      void navigate(`/admin/source?id=${source._id}`);
    },
  });
  return (
    <Form form={form} aria-label={words.connect}>
      <SelectField
        name="kind"
        label={words.kind}
        isRequired
        defaultValue={kind}
        options={sourceKinds.map((value) => ({ value, name: sourceKindNames[value] }))}
        onChange={({ target }) => setKind(target.value as SourceKind)}
      />
      <PracticeField
        name="client"
        none={words.choosePractice}
        loaded={practices}
        {...(client && { chosen: client })}
      />
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        isRequired
        autoComplete="off"
        maxLength={sourceLimits.name}
      />
      {kind === "meta" && <MetaFields />}
      <FormEnd label={words.add}>
        <Button variant="quiet" onClick={onCancel}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
