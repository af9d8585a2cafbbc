// What the owner can do with a contact request besides calling.
import { useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { agencyHours } from "#app/admin/agency-hours.ts";
import { StartingPointField, startingPointIn } from "#app/admin/copy-set/starting-point-field.tsx";
import { useIsOwner } from "#app/admin/layout/role.tsx";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { CallbackPicker } from "#app/ui/calling/callback-picker.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { IconCheck, IconMail, IconUsers } from "#app/ui/icons.tsx";
import { Menu, type MenuItem } from "#app/ui/menu.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { IconTrash } from "#app/ui/writing-icons.ts";
import {
  closeReasonNames,
  contactRequestWords as words,
} from "#content/console/contact-requests.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import {
  type ContactRequest,
  type ContactRequestDetail,
  ContactRequestInvitation,
  ContactRequestNote,
  closeReasons,
} from "#contract/contact-request-work.ts";
import styles from "./actions.module.css";

const one = api.admin["contact-requests"][":id"];

type Opened = "close" | "invite" | "erase" | "callback" | "note" | null;

type ActionsProps = { detail: ContactRequestDetail; isReplying: boolean; onReply: () => void };

export function Actions({ detail, isReplying, onReply }: ActionsProps) {
  const { contactRequest, invitation, booking, events } = detail;
  const { change, isBusy } = useOneChange();
  const isOwner = useIsOwner();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const toggle = (which: Opened) => setOpened(opened === which ? null : which);
  const param = { id: contactRequest._id };
  const { state, answeredAt, uncalledSince, callBackAt } = contactRequest;
  const isOver = state === "lost" || state === "closed";
  // A booked call isn't a callback to set: it is rescheduled, and the visitor gets an email.
  const isBooked = booking?.canceledAt === null && booking.startsAt === callBackAt;
  const isPractice = invitation?.practice != null;
  const isMarked =
    events.findLast(({ kind }) => kind === "answered" || kind === "unanswered")?.kind ===
    "answered";
  const erasure: MenuItem = {
    label: words.erase,
    icon: IconTrash,
    onPress: () => setOpened("erase"),
    isDangerous: true,
  };
  return (
    <>
      <div className={styles.actions}>
        <Button variant="outline" isSmall aria-expanded={isReplying} onClick={onReply}>
          <IconMail aria-hidden />
          {words.reply}
        </Button>
        <Button
          variant="outline"
          isSmall
          aria-expanded={opened === "note"}
          onClick={() => toggle("note")}
        >
          {words.note}
        </Button>
        {isOwner && !isPractice && contactRequest.kind !== "personal" && (
          <Button variant="outline" isSmall onClick={() => setOpened("invite")}>
            <IconUsers aria-hidden />
            {words.invite}
          </Button>
        )}
        {!isOver && !uncalledSince && !isBooked && (
          <Button
            variant="quiet"
            isSmall
            aria-expanded={opened === "callback"}
            onClick={() => toggle("callback")}
          >
            {words.setCallback}
          </Button>
        )}
        {!isOver && !answeredAt && (
          <Button
            variant="quiet"
            isSmall
            disabled={isBusy}
            onClick={() =>
              void change(() => one.answers.$post({ param }), {
                undo: () => one.answers.$delete({ param }),
              })
            }
          >
            <IconCheck aria-hidden />
            {words.answeredByPhone}
          </Button>
        )}
        {!isOver && isMarked && (
          <Button
            variant="quiet"
            isSmall
            disabled={isBusy}
            onClick={() => void change(() => one.answers.$delete({ param }))}
          >
            {words.notAnswered}
          </Button>
        )}
        {isOver ? (
          <Button
            variant="quiet"
            isSmall
            disabled={isBusy}
            onClick={() => void change(() => one.closings.$delete({ param }))}
          >
            {words.reopen}
          </Button>
        ) : (
          <Button variant="quiet" isSmall onClick={() => setOpened("close")}>
            {words.close}
          </Button>
        )}
        {isOwner && <Menu label={words.otherActions} groups={[[erasure]]} />}
      </div>
      {opened === "note" && <NoteForm contactRequest={contactRequest} onDone={close} />}
      {opened === "callback" && <CallbackBox contactRequest={contactRequest} onDone={close} />}
      <CloseDialog contactRequest={contactRequest} isOpen={opened === "close"} onClose={close} />
      <InviteDialog
        contactRequest={contactRequest}
        practiceName={detail.practiceName}
        isOpen={opened === "invite"}
        onClose={close}
      />
      <EraseDialog contactRequest={contactRequest} isOpen={opened === "erase"} onClose={close} />
    </>
  );
}

type PartProps = { contactRequest: ContactRequest; onDone: () => void };

function NoteForm({ contactRequest, onDone }: PartProps) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: ContactRequestNote,
    read: ({ submissionId, ...typed }) => ({ ...typed, _id: submissionId }),
    send: (json) => one.notes.$post({ param: { id: contactRequest._id }, json }),
    onDone() {
      void revalidate();
      onDone();
    },
    countsOnce: true,
    draftKey: `note-${contactRequest._id}`,
  });
  return (
    <section className={styles.box}>
      <Form form={form} aria-label={words.note}>
        <TextField name="text" label={words.noteLabel} rows={3} isRequired />
        <FormEnd label={words.saveNote}>
          <Button variant="quiet" onClick={onDone}>
            {consoleWords.cancel}
          </Button>
        </FormEnd>
      </Form>
    </section>
  );
}

function CallbackBox({ contactRequest, onDone }: PartProps) {
  const now = useNow();
  const { change } = useOneChange();
  const { _id: id, version } = contactRequest;

  async function set(at: Date) {
    const json = { callBackAt: at.toISOString(), version };
    if (await change(() => one.callback.$post({ param: { id }, json }))) onDone();
  }
  return (
    <section className={styles.box}>
      <CallbackPicker now={now} hours={agencyHours} onPick={(at) => void set(at)} />
    </section>
  );
}

type DialogProps = { contactRequest: ContactRequest; isOpen: boolean; onClose: () => void };

/** The dialog that closes the request. One click on a reason is enough. */
function CloseDialog({ contactRequest, isOpen, onClose }: DialogProps) {
  const { change, isBusy } = useOneChange();
  const { _id: id, fullName, version } = contactRequest;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.closeTitle(fullName)}>
      <p>{words.why}</p>
      <div className={styles.reasons}>
        {closeReasons.map((reason) => (
          <Button
            key={reason}
            variant="outline"
            disabled={isBusy}
            onClick={async () => {
              await change(() => one.closings.$post({ param: { id }, json: { reason, version } }));
              onClose();
            }}
          >
            {closeReasonNames[reason]}
          </Button>
        ))}
      </div>
      <Button variant="quiet" onClick={onClose}>
        {consoleWords.cancel}
      </Button>
    </Dialog>
  );
}

const InviteForm = ContactRequestInvitation.required({ practiceName: true });

function InviteDialog({
  contactRequest,
  practiceName,
  isOpen,
  onClose,
}: DialogProps & { practiceName: string | null }) {
  const { revalidate } = useRevalidator();
  const { _id, fullName, email, version } = contactRequest;
  const form = useForm({
    schema: InviteForm,
    read: (typed) => ({ ...typed, templateSet: startingPointIn(typed), version }),
    send: (json) => one.invitations.$post({ param: { id: _id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.invited, message });
      void revalidate();
      onClose();
    },
    // The page is reloaded, because someone else may have changed the request before this click.
    onRefused: () => void revalidate(),
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.inviteTitle(fullName)}>
      {isOpen && (
        <Form form={form} aria-label={words.invite}>
          <TextField
            name="practiceName"
            label={words.practiceName}
            autoComplete="off"
            defaultValue={practiceName ?? ""}
            isRequired
          />
          <EmailField autoComplete="off" defaultValue={email} help={words.inviteHelp} isRequired />
          <StartingPointField />
          <FormEnd label={words.sendInvitation}>
            <Button variant="quiet" onClick={onClose}>
              {consoleWords.cancel}
            </Button>
          </FormEnd>
        </Form>
      )}
    </Dialog>
  );
}

function EraseDialog({ contactRequest, isOpen, onClose }: DialogProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { change, isBusy } = useOneChange();

  async function erase() {
    // If the password is needed again, it is asked for here. Then the page is left before the
    // request is erased, because the event about the erasure would reload the page.
    const proof = await api.admins.myself.proofs.$get();
    if (proof.ok) await navigate(`/admin/requests${search}`);
    await change(() => one.$delete({ param: { id: contactRequest._id } }));
    onClose();
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.eraseTitle(contactRequest.fullName)}>
      <p>{words.eraseMeans}</p>
      <div className={styles.answers}>
        <Button variant="quiet" onClick={onClose} autoFocus>
          {consoleWords.cancel}
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={() => void erase()}>
          {words.erase}
        </Button>
      </div>
    </Dialog>
  );
}
