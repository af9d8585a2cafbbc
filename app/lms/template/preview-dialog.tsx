// Previews an email as its recipient will see it, in a sandboxed frame.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { useMay } from "#app/lms/shell/desk-context.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import { languageIn } from "#app/ui/language-options.ts";
import { fromBrackets } from "#app/ui/rich-text/merge-fields.ts";
import { type PreviewOutcome, ShownPreview } from "#app/ui/templates/shown-preview.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { previewWords } from "#content/desk/templates.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./preview-dialog.module.css";

export function PreviewDialog({
  kind,
  typed,
  lead,
  onClose,
}: {
  kind: "email" | "auto";
  /** The form's current values; null if the dialog is closed. */
  typed: Typed | null;
  /** The recipient. Without one, the dialog lets the user choose. */
  lead?: Lead;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={typed !== null} onClose={onClose} title={previewWords.title} isWide>
      {typed && <Shown kind={kind} typed={typed} lead={lead} onClose={onClose} />}
    </Dialog>
  );
}

function Shown({
  kind,
  typed,
  lead,
  onClose,
}: {
  kind: "email" | "auto";
  typed: Typed;
  lead: Lead | undefined;
  onClose: () => void;
}) {
  const mayTest = useMay("templates");
  const [leads, setLeads] = useState<Lead[]>([]);
  const [chosenId, setChosenId] = useState("");
  const leadId = lead?._id ?? chosenId;
  const [shown, setShown] = useState<PreviewOutcome>(null);
  const { body = "" } = typed;
  const subject = fromBrackets(typed.subject ?? "");
  const language = languageIn(typed);
  const { to } = typed;

  const isChoosing = lead === undefined;
  useEffect(() => {
    if (!isChoosing) return;
    let isLeft = false;
    void askApi(() => api.leads.new.$get({ query: { sort: "newest" } })).then((outcome) => {
      if (!isLeft && outcome.isDone) setLeads(outcome.answer.leads);
    });
    return () => {
      isLeft = true;
    };
  }, [isChoosing]);

  useEffect(() => {
    let isLeft = false;
    const json = { kind, subject, body, language, ...(leadId && { leadId, ...(to && { to }) }) };
    void askApi(() => api.templates.previews.$post({ json })).then((outcome) => {
      if (!isLeft) setShown(outcome);
    });
    return () => {
      isLeft = true;
    };
  }, [kind, subject, body, language, leadId, to]);

  async function sendTest() {
    const json = { kind, subject, body, language, ...(leadId && { leadId, ...(to && { to }) }) };
    const outcome = await askApi(() => api.templates["test-sends"].$post({ json }));
    const message = outcome.isDone ? outcome.answer.message : outcome.refusal.message;
    showToast({
      title: outcome.isDone ? previewWords.test : controlWords.error,
      message,
      seconds: 5,
    });
    if (outcome.isDone) onClose();
  }

  return (
    <div className={styles.preview}>
      {!lead && (
        <label className={styles.as}>
          {previewWords.as}
          <select value={chosenId} onChange={(event) => setChosenId(event.target.value)}>
            <option value="">{previewWords.sampleLead}</option>
            {leads.map((one) => (
              <option key={one._id} value={one._id}>
                {`${one.firstName} ${one.lastName}`.trim() || one.email || one.phone}
              </option>
            ))}
          </select>
        </label>
      )}
      <ShownPreview shown={shown} />
      {mayTest && (
        <div className={styles.actions}>
          <Button disabled={!shown?.isDone} onClick={() => void sendTest()}>
            {previewWords.sendTest}
          </Button>
        </div>
      )}
    </div>
  );
}
