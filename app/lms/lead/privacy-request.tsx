// Exports or erases a person's data at that person's request. Both are rare, so they share one
// dialog. To erase the data, the user must type the person's name.

import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { privacyWords } from "#content/desk/lead.ts";
import { callName } from "#contract/call-name.ts";
import { Erasure, matchesTypedName } from "#contract/erasure.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./lead-actions.module.css";
import { personFile } from "./person-file.ts";

type DialogProps = { lead: Lead; isOpen: boolean; onClose: () => void };

export function PrivacyRequestDialog({ lead, isOpen, onClose }: DialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={privacyWords.title}>
      {isOpen && (
        <>
          <Export lead={lead} />
          <EraseForm lead={lead} onCancel={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Export({ lead }: { lead: Lead }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  async function download() {
    if (isAsking) return;
    setIsAsking(true);
    const outcome = await askApi(() => api.leads[":id"].exports.$post({ param: { id: lead._id } }));
    setIsAsking(false);
    setProblem(outcome.isDone ? null : outcome.refusal.message);
    if (outcome.isDone)
      saveFile(`lead-${lead._id}.json`, personFile(outcome.answer), "application/json");
  }

  return (
    <div className={styles.part}>
      <p>{privacyWords.exportHint}</p>
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      <Button variant="outline" aria-disabled={isAsking} onClick={() => void download()}>
        <IconDownload aria-hidden />
        {isAsking ? privacyWords.preparing : privacyWords.download}
      </Button>
    </div>
  );
}

function EraseForm({ lead, onCancel }: { lead: Lead; onCancel: () => void }) {
  const navigate = useNavigate();
  // The name is the lead's own, even if someone else has inquired since.
  const name = callName(lead);
  const [unmount] = useState(() => Promise.withResolvers<void>());
  useEffect(() => unmount.resolve, [unmount]);
  const form = useForm({
    schema: Erasure.refine((typed) => matchesTypedName(typed.name, lead), {
      path: ["name"],
      error: "mismatch",
    }),
    async send(json) {
      // If the password is needed again, it is asked for here, before this page is left for the
      // dashboard.
      const proof = await api.clients.me.proofs.$get();
      if (!proof.ok) return proof;
      // The page is left first, because the event about the erasure would make it reload a lead
      // that no longer exists. The promise of `navigate` may resolve while the page is still shown.
      void navigate("/lms/dashboard");
      await unmount.promise;
      return api.leads[":id"].erasures.$post({ param: { id: lead._id }, json });
    },
    onDone: () => showToast({ title: privacyWords.erased, seconds: 8 }),
    onRefused: ({ message }) =>
      showToast({ title: privacyWords.notErased, message, seconds: 8, urgency: "alert" }),
  });
  return (
    <Form form={form} aria-label={privacyWords.erase} className={styles.part}>
      <p>{privacyWords.eraseHint}</p>
      <TextField
        name="name"
        label={privacyWords.typeName}
        autoComplete="off"
        spellCheck={false}
        help={<bdi>{name}</bdi>}
        isRequired
      />
      <FormEnd label={privacyWords.erase} sendingLabel={privacyWords.erasing} isDangerous>
        <Button variant="quiet" onClick={onCancel}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
