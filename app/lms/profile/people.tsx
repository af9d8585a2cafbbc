// The people at the practice. A manager opens it a few times a year, when someone starts or leaves.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { IconPencil, IconUserPlus } from "#app/lms/shell/desk-icons.ts";
import list from "#app/ui/account/devices.module.css";
import forms from "#app/ui/account/forms.module.css";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { IconUserOff } from "#app/ui/calling/call-icons.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconRefresh, IconShieldCheck } from "#app/ui/icons.tsx";
import { Menu, type MenuItem } from "#app/ui/menu.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { FullProofForm } from "#app/ui/two-step/full-proof-form.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { peopleWords, roleNames } from "#content/desk/people.ts";
import { momentText } from "#contract/moment-text.ts";
import type { People as Known, Person, PersonChange, PersonInvitation } from "#contract/people.ts";
import styles from "./people.module.css";
import { InviteForm, RenameForm } from "./person-forms.tsx";

type Asked =
  | { what: "deactivate" | "demote" | "rename" | "resetTwoStep"; person: Person }
  | { what: "invite" };

export function People({ known, timeZone }: { known: Known; timeZone: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { revalidate } = useRevalidator();
  const close = () => setAsked(null);

  async function send(request: () => Promise<ApiResponse>) {
    close();
    const outcome = await askApi(request);
    const message = outcome.isDone
      ? (outcome.answer as { message: string }).message
      : outcome.refusal.message;
    showToast({ title: outcome.isDone ? controlWords.done : controlWords.error, message });
    await revalidate();
  }
  const change = (person: Person, json: PersonChange) =>
    send(() => api.clients.me.people[":id"].$patch({ param: { id: person._id }, json }));

  return (
    <>
      <p className={styles.about}>{peopleWords.about}</p>
      <ul className={list.list}>
        {known.people.map((person) => (
          <PersonRow
            key={person._id}
            person={person}
            timeZone={timeZone}
            actions={actionsFor(person, setAsked, (json) => void change(person, json))}
          />
        ))}
      </ul>
      {known.people.length === 1 && known.invitations.length === 0 && (
        <p className={styles.about}>{peopleWords.alone}</p>
      )}
      {known.invitations.length > 0 && (
        <div className={`${forms.block} ${styles.invited}`}>
          <h3>{peopleWords.invited}</h3>
          <ul className={list.list}>
            {known.invitations.map((invitation) => (
              <InvitationRow
                key={invitation._id}
                invitation={invitation}
                timeZone={timeZone}
                onSend={(request) => void send(request)}
              />
            ))}
          </ul>
        </div>
      )}
      <div className={styles.end}>
        <Button variant="outline" onClick={() => setAsked({ what: "invite" })}>
          <IconUserPlus aria-hidden /> {peopleWords.invite}
        </Button>
      </div>
      <Dialog isOpen={asked?.what === "invite"} onClose={close} title={peopleWords.inviteTitle}>
        {asked?.what === "invite" && <InviteForm onDone={close} />}
      </Dialog>
      <Dialog isOpen={asked?.what === "rename"} onClose={close} title={peopleWords.rename}>
        {asked?.what === "rename" && <RenameForm person={asked.person} onDone={close} />}
      </Dialog>
      {asked?.what === "demote" && (
        <Question
          title={peopleWords.demoteTitle}
          what={peopleWords.demoteWhat}
          yes={peopleWords.makeMember}
          onClose={close}
          onYes={() => void change(asked.person, { role: "member" })}
        />
      )}
      {asked?.what === "deactivate" && (
        <Question
          title={peopleWords.deactivateTitle(nameOf(asked.person))}
          what={peopleWords.deactivateWhat}
          yes={peopleWords.deactivate}
          onClose={close}
          onYes={() => void change(asked.person, { isDeactivated: true })}
        />
      )}
      {asked?.what === "resetTwoStep" && <ResetTwoStep person={asked.person} onClose={close} />}
    </>
  );
}

function PersonRow({
  person,
  timeZone,
  actions,
}: {
  person: Person;
  timeZone: string;
  actions: MenuItem[];
}) {
  const { deactivatedAt, lastSignedInAt } = person;
  const at = (moment: string) => momentText(moment, { timeZone });
  return (
    <li
      className={`${list.device} ${styles.person}`}
      data-off={deactivatedAt !== null || undefined}
    >
      <div className={styles.who}>
        <p className={list.name}>
          <bdi>{nameOf(person)}</bdi>
          <span className={list.here}>
            {deactivatedAt ? peopleWords.deactivated : roleNames[person.role]}
          </span>
          {person.isYou && <span className={styles.you}>{peopleWords.you}</span>}
        </p>
        <p className={list.when}>{person.email}</p>
        <p className={list.when}>
          {deactivatedAt
            ? peopleWords.deactivatedAt(at(deactivatedAt))
            : lastSignedInAt
              ? peopleWords.lastSignedIn(at(lastSignedInAt))
              : peopleWords.neverSignedIn}
        </p>
      </div>
      <Menu label={peopleWords.more} name={peopleWords.moreOf(nameOf(person))} groups={[actions]} />
    </li>
  );
}

/** What a manager may do with a person. People can't deactivate themselves. */
function actionsFor(
  person: Person,
  onAsk: (asked: Asked) => void,
  onChange: (change: PersonChange) => void,
): MenuItem[] {
  const { deactivatedAt, hasTwoStepLogin, isYou, role } = person;
  if (deactivatedAt) {
    const reactivate = () => onChange({ isDeactivated: false });
    return [{ label: peopleWords.reactivate, icon: IconRefresh, onPress: reactivate }];
  }
  const toRole: MenuItem =
    role === "manager"
      ? {
          label: peopleWords.makeMember,
          icon: IconShieldCheck,
          onPress: () => (isYou ? onAsk({ what: "demote", person }) : onChange({ role: "member" })),
        }
      : {
          label: peopleWords.makeManager,
          icon: IconShieldCheck,
          onPress: () => onChange({ role: "manager" }),
        };
  const rename: MenuItem = {
    label: peopleWords.rename,
    icon: IconPencil,
    onPress: () => onAsk({ what: "rename", person }),
  };
  if (isYou) return [toRole, rename];
  const resetTwoStep: MenuItem = {
    label: peopleWords.resetTwoStep,
    icon: IconRefresh,
    onPress: () => onAsk({ what: "resetTwoStep", person }),
  };
  return [
    toRole,
    rename,
    ...(role === "member" && hasTwoStepLogin ? [resetTwoStep] : []),
    {
      label: peopleWords.deactivate,
      icon: IconUserOff,
      onPress: () => onAsk({ what: "deactivate", person }),
      isDangerous: true,
    },
  ];
}

function InvitationRow({
  invitation,
  timeZone,
  onSend,
}: {
  invitation: PersonInvitation;
  timeZone: string;
  onSend: (request: () => Promise<ApiResponse>) => void;
}) {
  const [shownAt] = useState(Date.now);
  const { invitedAt, invitedBy, expiresAt } = invitation;
  const param = { id: invitation._id };
  const one = api.clients.me.people.invitations[":id"];
  const name = nameOf(invitation);
  return (
    <li className={list.device}>
      <div className={styles.who}>
        <p className={list.name}>
          <bdi>{name}</bdi>
          <span className={list.here}>{roleNames[invitation.role]}</span>
        </p>
        <p className={list.when}>{invitation.email}</p>
        <p className={list.when}>
          {Date.parse(expiresAt) <= shownAt
            ? peopleWords.expired(momentText(expiresAt, { timeZone }))
            : peopleWords.invitedAt(invitedBy, momentText(invitedAt, { timeZone }))}
        </p>
      </div>
      <span className={styles.actions}>
        <Button
          variant="quiet"
          isSmall
          aria-label={peopleWords.resendTo(name)}
          onClick={() => onSend(() => one.resendings.$post({ param }))}
        >
          {peopleWords.resend}
        </Button>
        <Button
          variant="quiet"
          isSmall
          aria-label={peopleWords.withdrawFrom(name)}
          onClick={() => onSend(() => one.$delete({ param }))}
        >
          {peopleWords.withdraw}
        </Button>
      </span>
    </li>
  );
}

function ResetTwoStep({ person, onClose }: { person: Person; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const param = { id: person._id };
  return (
    <Dialog isOpen onClose={onClose} title={peopleWords.resetTitle(nameOf(person))}>
      <FullProofForm
        label={peopleWords.resetTwoStep}
        hint={peopleWords.resetWhat}
        send={(json) => api.clients.me.people[":id"].factors.resets.$post({ param, json })}
        onDone={({ message }) => {
          onClose();
          showToast({ title: controlWords.done, message });
          void revalidate();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function Question({
  title,
  what,
  yes,
  onClose,
  onYes,
}: {
  title: string;
  what: string;
  yes: string;
  onClose: () => void;
  onYes: () => void;
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} isReadFirst>
      <p className={styles.question}>{what}</p>
      <div className={styles.answers}>
        <Button variant="danger" onClick={onYes}>
          {yes}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {controlWords.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
