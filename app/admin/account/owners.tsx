// Lists the people who may log in to the console. Used only when someone joins or leaves the
// agency.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import list from "#app/ui/account/devices.module.css";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmailField, SelectField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { FullProofForm } from "#app/ui/two-step/full-proof-form.tsx";
import { PasswordField } from "#app/ui/two-step/password-form.tsx";
import { SecondStepForm } from "#app/ui/two-step/second-step-form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleRoleNames, ownerWords as words } from "#content/console/account.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { type ConsoleRole, consoleRoles } from "#contract/console-roles.ts";
import type { SecondFactor } from "#contract/factors.ts";
import { momentText } from "#contract/moment-text.ts";
import {
  type Owners as Known,
  NewOwner,
  type Owner,
  type OwnerInvitation,
} from "#contract/owners.ts";
import styles from "./owners.module.css";

const roleOptions = consoleRoles.map((value) => ({ value, name: consoleRoleNames[value] }));

export function Owners({ known, timeZone }: { known: Known; timeZone: string }) {
  const { revalidate } = useRevalidator();
  const change = useChange();
  const [isInviting, setIsInviting] = useState(false);
  const [removing, setRemoving] = useState<Owner | null>(null);
  const { owners, invitations } = known;

  function withdraw({ _id }: OwnerInvitation) {
    return change(() => api.admin.owners.invitations[":id"].$delete({ param: { id: _id } }));
  }

  function setRole({ _id, role }: Owner, next: ConsoleRole) {
    const to = (json: { role: ConsoleRole }) =>
      api.admin.owners[":id"].$patch({ param: { id: _id }, json });
    return change(() => to({ role: next }), { undo: () => to({ role }) });
  }

  function done(message: string) {
    setIsInviting(false);
    setRemoving(null);
    showToast({ title: toastTitles.done, message });
    void revalidate();
  }

  return (
    <>
      <p className={styles.about}>{words.about}</p>
      <ul className={list.list} aria-label={words.list}>
        {owners.map((owner) => (
          <OwnerRow
            key={owner._id}
            owner={owner}
            timeZone={timeZone}
            onRole={(role) => void setRole(owner, role)}
            onRemove={() => setRemoving(owner)}
          />
        ))}
      </ul>
      {invitations.length > 0 && (
        <div className={styles.invited}>
          <h3>{words.invited}</h3>
          <ul className={list.list} aria-label={words.invited}>
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation._id}
                invitation={invitation}
                timeZone={timeZone}
                onWithdraw={() => void withdraw(invitation)}
              />
            ))}
          </ul>
        </div>
      )}
      <div className={list.end}>
        <Button variant="outline" onClick={() => setIsInviting(true)}>
          {words.invite}
        </Button>
      </div>
      <Dialog isOpen={isInviting} onClose={() => setIsInviting(false)} title={words.invite}>
        {isInviting && <InviteForm onDone={done} onCancel={() => setIsInviting(false)} />}
      </Dialog>
      <Dialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={words.removeQuestion(removing ? nameOf(removing) : "")}
      >
        {removing && (
          <FullProofForm
            label={words.remove}
            hint={words.removeHint}
            send={(json) =>
              api.admin.owners[":id"].removals.$post({ param: { id: removing._id }, json })
            }
            onDone={({ message }) => done(message)}
            onCancel={() => setRemoving(null)}
          />
        )}
      </Dialog>
    </>
  );
}

type RowProps = {
  owner: Owner;
  timeZone: string;
  onRole: (role: ConsoleRole) => void;
  onRemove: () => void;
};

function OwnerRow({ owner, timeZone, onRole, onRemove }: RowProps) {
  const { email, lastSignedInAt, hasTwoStepLogin, isYou } = owner;
  return (
    <li className={list.device}>
      <div className={styles.who}>
        <p className={list.name}>
          <bdi>{nameOf(owner)}</bdi>
          {isYou && <span className={list.here}>{words.you}</span>}
        </p>
        <p className={list.when}>{email}</p>
        <p className={list.when}>
          {lastSignedInAt
            ? words.lastSignedIn(momentText(lastSignedInAt, { timeZone }))
            : words.neverSignedIn}
        </p>
        <p className={list.when}>{hasTwoStepLogin ? words.twoStepOn : words.twoStepOff}</p>
      </div>
      {/* There is no button for your own role. Only another owner can change it, because you
          couldn't undo that. */}
      {!isYou && (
        <>
          <select
            className={styles.role}
            aria-label={words.roleOf(nameOf(owner))}
            value={owner.role}
            onChange={({ target }) => onRole(target.value === "owner" ? "owner" : "helper")}
          >
            {roleOptions.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Button
            variant="quiet"
            isSmall
            aria-label={words.removeNamed(nameOf(owner))}
            onClick={onRemove}
          >
            {words.remove}
          </Button>
        </>
      )}
    </li>
  );
}

type InvitationProps = { invitation: OwnerInvitation; timeZone: string; onWithdraw: () => void };

function InvitationRow({ invitation, timeZone, onWithdraw }: InvitationProps) {
  const { email, role, invitedAt, expiresAt } = invitation;
  const at = (moment: string) => momentText(moment, { timeZone });
  return (
    <li className={list.device}>
      <div className={styles.who}>
        <p className={list.name}>
          {email}
          <span className={list.here}>{consoleRoleNames[role]}</span>
        </p>
        <p className={list.when}>{words.invitedAt(at(invitedAt), at(expiresAt))}</p>
      </div>
      <Button variant="quiet" isSmall aria-label={words.withdrawOf(email)} onClick={onWithdraw}>
        {words.withdraw}
      </Button>
    </li>
  );
}

type InviteProps = { onDone: (message: string) => void; onCancel: () => void };

function InviteForm({ onDone, onCancel }: InviteProps) {
  const [typed, setTyped] = useState<NewOwner | null>(null);
  const [asked, setAsked] = useState<SecondFactor | null>(null);
  const send = (json: NewOwner) => api.admin.owners.invitations.$post({ json });
  const form = useForm({
    schema: NewOwner,
    send: (json) => {
      setTyped(json);
      return send(json);
    },
    onDone: ({ message }) => onDone(message),
    onRefused: ({ secondFactor }) => secondFactor && setAsked(secondFactor),
  });
  if (asked && typed) {
    return (
      <SecondStepForm
        asked={asked}
        label={words.sendInvitation}
        send={(secondStep) => send({ ...typed, secondStep })}
        onDone={({ message }) => onDone(message)}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <Form form={form} aria-label={words.invite}>
      <p>{words.inviteHint}</p>
      <EmailField autoComplete="off" isRequired />
      <SelectField
        name="role"
        label={words.role}
        options={roleOptions}
        defaultValue="helper"
        isRequired
      />
      <PasswordField />
      <FormEnd label={words.sendInvitation}>
        <Button variant="quiet" onClick={onCancel}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

function nameOf({ firstName, lastName }: Owner): string {
  return `${firstName} ${lastName}`;
}
