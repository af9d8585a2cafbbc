// For a practice that leaves: a file with all of its data, and ending the account, which can be
// undone until the last day.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { practiceWords as words } from "#content/console/practices.ts";
import { longDateText } from "#contract/moment-text.ts";
import { endedDays, erasureOf, type PracticeDetail, PracticeEnding } from "#contract/practices.ts";
import actions from "./actions.module.css";
import boxes from "./box.module.css";

export function Leaving({ practice }: { practice: PracticeDetail }) {
  const { _id, name, endedAt } = practice;
  const [isAsking, setIsAsking] = useState(false);
  const { change, isBusy } = useOneChange();
  const param = { id: _id };
  const restore = () => change(() => api.admin.clients[":id"].ending.$delete({ param }));
  return (
    <section className={boxes.box} aria-labelledby="leaving">
      <h2 id="leaving">{words.leaving}</h2>
      <p className={boxes.quiet}>{words.exportMeans}</p>
      {endedAt && (
        <p>
          {words.endedOn(
            longDateText(endedAt, agencyZone),
            longDateText(erasureOf(endedAt), agencyZone),
          )}
        </p>
      )}
      <div className={actions.actions}>
        <DownloadLink kind="admin" url={`/api/admin/clients/${_id}/archive.zip`}>
          {words.exportAll}
        </DownloadLink>
        {endedAt ? (
          <Button isSmall aria-disabled={isBusy} onClick={() => void restore()}>
            {words.restore}
          </Button>
        ) : (
          <Button variant="quiet" isSmall onClick={() => setIsAsking(true)}>
            {words.end}
          </Button>
        )}
      </div>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={words.askEnd(name)}>
        {isAsking && <EndForm practice={practice} onDone={() => setIsAsking(false)} />}
      </Dialog>
    </section>
  );
}

function EndForm({ practice, onDone }: { practice: PracticeDetail; onDone: () => void }) {
  const { _id, name } = practice;
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: PracticeEnding.refine((typed) => typed.name === name.trim(), {
      path: ["name"],
      error: "mismatch",
    }),
    send: (json) => api.admin.clients[":id"].ending.$post({ param: { id: _id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.end}>
      <p>{words.endMeans(endedDays)}</p>
      <TextField
        name="name"
        label={words.typeName}
        help={<bdi>{name}</bdi>}
        autoComplete="off"
        spellCheck={false}
        isRequired
      />
      <FormEnd label={words.end} sendingLabel={words.ending} isDangerous>
        <Button variant="quiet" onClick={onDone}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
