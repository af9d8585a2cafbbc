// The owner's actions on a set: publishing its draft, copying, renaming and deleting it. Each is a
// button, and a command in the palette.
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { CopyToPractices } from "#app/admin/copy-set/copy-to-practices.tsx";
import { usePaletteActions } from "#app/admin/layout/palette-actions.tsx";
import { useIsOwner } from "#app/admin/layout/role.tsx";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import {
  copySetWords,
  templateSetWords,
  templateSetPageWords as words,
} from "#content/console/template-sets.ts";
import { controlWords } from "#content/desk/controls.ts";
import { dateText } from "#contract/moment-text.ts";
import {
  NewVersion,
  setSettingNames,
  type TemplateSet,
  TemplateSetChange,
  templateSetLimits,
} from "#contract/template-sets.ts";
import styles from "./actions.module.css";

type Opened = "publish" | "copy" | "rename" | "delete";

export function Actions({ set }: { set: TemplateSet }) {
  const { name, version, publishedAt, isChanged, practices, behind } = set;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const next = version + 1;
  const mayCopy = useIsOwner() && version > 0;
  const isEmpty =
    set.templates.length === 0 && setSettingNames.every((one) => set.settings[one].value === null);
  const mayPublish = isChanged && !isEmpty;
  const action = (to: Opened, label: string) => ({
    ...{ kind: name, name: label },
    act: () => setOpened(to),
  });
  usePaletteActions([
    ...(mayPublish ? [action("publish", words.publish(next))] : []),
    ...(mayCopy ? [action("copy", copySetWords.copy)] : []),
    action("rename", words.rename),
    action("delete", words.delete),
  ]);
  return (
    <div className={styles.head}>
      <p className={styles.facts}>
        <span>
          {publishedAt
            ? templateSetWords.version(version, dateText(publishedAt, agencyZone))
            : templateSetWords.notPublished}
        </span>
        {version > 0 && isChanged && <span>{templateSetWords.unpublished}</span>}
        <span>{templateSetWords.usedBy(practices)}</span>
        {behind > 0 && <span>{templateSetWords.behind(behind)}</span>}
      </p>
      <div className={styles.actions}>
        {mayPublish && (
          <Button isSmall onClick={() => setOpened("publish")}>
            {words.publish(next)}
          </Button>
        )}
        {mayCopy && (
          <Button variant="outline" isSmall onClick={() => setOpened("copy")}>
            {copySetWords.copy}
          </Button>
        )}
        <Button variant="quiet" isSmall onClick={() => setOpened("rename")}>
          {words.rename}
        </Button>
        <Button variant="quiet" isSmall onClick={() => setOpened("delete")}>
          {words.delete}
        </Button>
      </div>
      <Dialog isOpen={opened === "publish"} onClose={close} title={words.publishTitle(next)}>
        {opened === "publish" && <PublishForm set={set} onDone={close} />}
      </Dialog>
      <Dialog isOpen={opened === "copy"} onClose={close} title={copySetWords.title(name)}>
        {opened === "copy" && <CopyToPractices set={set} onDone={close} />}
      </Dialog>
      <Dialog isOpen={opened === "rename"} onClose={close} title={words.rename}>
        {opened === "rename" && <RenameForm set={set} onDone={close} />}
      </Dialog>
      <Dialog isOpen={opened === "delete"} onClose={close} title={words.askDelete(name)}>
        <DeleteQuestion set={set} onClose={close} />
      </Dialog>
    </div>
  );
}

type FormProps = { set: TemplateSet; onDone: () => void };

function PublishForm({ set, onDone }: FormProps) {
  const { revalidate } = useRevalidator();
  // The set as the owner has seen it, even if the page has been refreshed since.
  const [{ _id, version, templates, removed, settings, practices }] = useState(set);
  const readAt = [...templates, ...Object.values(settings)]
    .flatMap(({ changedAt }) => changedAt ?? [])
    .toSorted()
    .at(-1);
  const form = useForm({
    schema: NewVersion,
    read: ({ note }) => ({ note, number: version + 1, readAt }),
    send: (json) => api.admin["template-sets"][":id"].versions.$post({ param: { id: _id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
    onRefused: () => void revalidate(),
  });
  return (
    <Form form={form} aria-label={words.publish(version + 1)}>
      <p className={styles.changes}>{words.whatChanges({ templates, removed, settings })}</p>
      <p>{words.publishMeans(practices)}</p>
      <TextField
        name="note"
        label={words.note}
        help={words.noteHelp}
        isRequired
        autoComplete="off"
        maxLength={templateSetLimits.note}
      />
      <FormEnd label={words.publishNow}>
        <Button variant="quiet" onClick={onDone}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

function RenameForm({ set: { _id, name }, onDone }: FormProps) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: TemplateSetChange,
    send: (json) => api.admin["template-sets"][":id"].$patch({ param: { id: _id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.rename}>
      <TextField
        name="name"
        label={templateSetWords.name}
        help={templateSetWords.nameHelp}
        defaultValue={name}
        isRequired
        autoComplete="off"
        maxLength={templateSetLimits.name}
      />
      <FormEnd label={controlWords.save}>
        <Button variant="quiet" onClick={onDone}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

function DeleteQuestion({ set, onClose }: { set: TemplateSet; onClose: () => void }) {
  const navigate = useNavigate();
  const change = useChange();
  const param = { id: set._id };
  const one = api.admin["template-sets"][":id"];

  async function remove() {
    const outcome = await askApi(() => one.$delete({ param }));
    onClose();
    if (!outcome.isDone) {
      return showToast({ title: toastTitles.error, message: outcome.refusal.message });
    }
    await navigate("/admin/templates", { replace: true });
    showToast({
      ...{ title: outcome.answer.message, message: set.name, seconds: 8 },
      action: {
        label: words.undo,
        onPress: () => void change(() => one.restore.$post({ param })),
      },
    });
  }

  return (
    <>
      <p className={styles.question}>{words.deleteMeans(set.practices)}</p>
      <div className={styles.answers}>
        <Button variant="quiet" onClick={onClose} autoFocus>
          {consoleWords.cancel}
        </Button>
        <Button variant="danger" onClick={() => void remove()}>
          {words.delete}
        </Button>
      </div>
    </>
  );
}
