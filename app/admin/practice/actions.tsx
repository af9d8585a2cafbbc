// What the owner does with a practice's account, as buttons and in the command palette. Approving
// it is a step of its setup.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { usePaletteActions } from "#app/admin/layout/palette-actions.tsx";
import { sendHash } from "#app/admin/report/send-hash.ts";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { practiceWords as words } from "#content/console/practices.ts";
import { importWords } from "#content/desk/import.ts";
import { monthReportWords } from "#content/month-report.ts";
import { type PracticeDetail, PracticeRename } from "#contract/practices.ts";
import styles from "./actions.module.css";

export function Actions({ practice }: { practice: PracticeDetail }) {
  const { _id, name, status, isAddressConfirmed } = practice;
  const [isAsking, setIsAsking] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const change = useChange();
  const param = { id: _id };
  const account = api.admin.clients[":id"];
  const approve = () => void change(() => account.approval.$post({ param }));
  const suspend = () => void change(() => account.suspension.$post({ param }));
  const reinstate = () => void change(() => account.suspension.$delete({ param }));
  const mayApprove = status === "pending" && isAddressConfirmed;
  const isSuspended = status === "suspended";
  // An ended practice must be restored first.
  const hasEnded = status === "ended";
  const suspending = isSuspended
    ? { kind: name, name: words.reinstate, act: reinstate }
    : { kind: name, name: words.suspend, act: () => setIsAsking(true) };
  const sendUrl = `/admin/report?client=${_id}${sendHash}`;
  usePaletteActions([
    ...(mayApprove ? [{ kind: name, name: words.approve, act: approve }] : []),
    ...(hasEnded ? [] : [suspending]),
    { kind: name, name: words.rename, act: () => setIsRenaming(true) },
    { kind: name, name: words.viewAs, url: `/lms/dashboard?client=${_id}` },
    { kind: name, name: words.viewReports, url: `/lms/figures?client=${_id}` },
    { kind: name, name: monthReportWords.title, url: `/admin/report?client=${_id}` },
    { kind: name, name: monthReportWords.sendLast, url: sendUrl },
    { kind: name, name: importWords.link, url: `/admin/import?client=${_id}` },
    { kind: name, name: words.audit, url: `/admin/audit?client=${_id}` },
  ]);
  return (
    <div className={styles.actions}>
      {/* Viewing a practice writes an audit entry, so hovering must not prefetch it. */}
      <ButtonLink to={`/lms/dashboard?client=${_id}`} prefetch="none" variant="outline" isSmall>
        {words.viewAs}
      </ButtonLink>
      <ButtonLink to={`/admin/report?client=${_id}`} prefetch="none" variant="quiet" isSmall>
        {monthReportWords.title}
      </ButtonLink>
      <ButtonLink to={sendUrl} prefetch="none" variant="quiet" isSmall>
        {monthReportWords.sendLast}
      </ButtonLink>
      <ButtonLink to={`/admin/import?client=${_id}`} prefetch="none" variant="quiet" isSmall>
        {importWords.link}
      </ButtonLink>
      <ButtonLink to={`/admin/audit?client=${_id}`} variant="quiet" isSmall>
        {words.audit}
      </ButtonLink>
      <Button variant="quiet" isSmall onClick={() => setIsRenaming(true)}>
        {words.rename}
      </Button>
      {!hasEnded && (
        <Button variant="quiet" isSmall onClick={suspending.act}>
          {suspending.name}
        </Button>
      )}
      <Dialog isOpen={isRenaming} onClose={() => setIsRenaming(false)} title={words.rename}>
        {isRenaming && <RenameForm practice={practice} onDone={() => setIsRenaming(false)} />}
      </Dialog>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={words.askSuspend(name)}>
        <p className={styles.question}>{words.suspendMeans}</p>
        <div className={styles.answers}>
          <Button variant="quiet" onClick={() => setIsAsking(false)} autoFocus>
            {consoleWords.cancel}
          </Button>
          <Button
            onClick={() => {
              setIsAsking(false);
              suspend();
            }}
          >
            {words.suspend}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

function RenameForm({ practice, onDone }: { practice: PracticeDetail; onDone: () => void }) {
  // The name when the dialog was opened, even if the page refreshes.
  const [{ _id, name, profileChangedAt }] = useState(practice);
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: PracticeRename,
    read: (typed) => ({ ...typed, changedAt: profileChangedAt }),
    send: (json) => api.admin.clients[":id"].$patch({ param: { id: _id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
    // Someone else may have changed it, so the reopened form shows the stored values.
    onRefused: () => void revalidate(),
  });
  return (
    <Form form={form} aria-label={words.rename}>
      <TextField
        name="name"
        label={words.name}
        help={words.renameHelp}
        autoComplete="off"
        defaultValue={name}
        isRequired
      />
      <FormEnd label={words.saveName}>
        <Button variant="quiet" onClick={onDone}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
