// Who comes: the owner, from a notice that somebody has registered. First: who waits to be let in.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { type AnswerOf, type ApiResponse, askApi, bodyOf } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { EmailField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { mailtoUrl } from "#app/ui/mailto.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { accountMessages } from "#content/messages.ts";
import {
  type ClientStatus,
  type Invitation,
  InvitationRequest,
  type ListedClient,
} from "#contract/accounts.ts";
import type { Route } from "./+types/practices.ts";
import lists from "./lists.module.css";
import styles from "./practices.module.css";

export const meta = () => [{ title: "Practices · Console" }];

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admin.clients.$get();
  if (!answer.ok) throw new Response(null, { status: answer.status });
  return bodyOf(answer);
}

const states: Record<ClientStatus, string> = {
  pending: "Waiting for your approval",
  active: "Active",
  suspended: "Suspended",
};

export default function Practices({ loaderData }: Route.ComponentProps) {
  const { clients, invitations, admin_id } = loaderData;
  return (
    <>
      <ShellHead title="Practices">
        <span>{clients.length} in all</span>
      </ShellHead>
      <main className={styles.page}>
        {clients.length === 0 && (
          <Empty>Nobody has registered yet. An invitation is the shortest way.</Empty>
        )}
        <ul className={lists.list}>
          {clients.map((client) => (
            <li key={client._id}>
              <ClientItem client={client} />
            </li>
          ))}
        </ul>
        <InviteBox adminCode={admin_id} invitations={invitations} />
      </main>
    </>
  );
}

function ClientItem({ client }: { client: ListedClient }) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useChange();
  const param = { id: client._id };
  const actions = api.admin.clients[":id"];
  return (
    <article className={lists.item}>
      <header>
        <h2>{client.name}</h2>
        <span className={styles.state} data-state={client.status}>
          {client.status === "pending" && !client.isAddressConfirmed
            ? "Waiting for their confirmation"
            : states[client.status]}
        </span>
        <time dateTime={client.registeredAt} suppressHydrationWarning>
          Registered {dayText(client.registeredAt)}
        </time>
      </header>
      <p className={lists.ways}>
        <span>
          {client.firstName} {client.lastName}
        </span>
        <a href={mailtoUrl(client.email)}>{client.email}</a>
        <span>{client.phone}</span>
        <span>
          {client.city}, {client.state}
        </span>
      </p>
      <p className={lists.kind} suppressHydrationWarning>
        {client.isAddressConfirmed
          ? "The e-mail address is confirmed."
          : "The email address isn't confirmed yet."}{" "}
        {client.lastSignedInAt
          ? `Last logged in ${dayText(client.lastSignedInAt)}.`
          : "Has not logged in yet."}
      </p>
      {client.status === "pending" && !client.isAddressConfirmed && (
        <p className={lists.kind}>{accountMessages.confirmFirst}</p>
      )}
      <div className={styles.actions}>
        {client.status === "pending" && client.isAddressConfirmed && (
          <Button isSmall onClick={() => void change(() => actions.approval.$post({ param }))}>
            Approve
          </Button>
        )}
        <ButtonLink
          to={`/lms/dashboard?client=${client._id}`}
          prefetch="none"
          variant="outline"
          isSmall
        >
          Look at the desk
        </ButtonLink>
        <ButtonLink to={`/admin/audit?client=${client._id}`} variant="quiet" isSmall>
          Audit log
        </ButtonLink>
        {client.status === "suspended" ? (
          <Button
            variant="quiet"
            isSmall
            onClick={() => void change(() => actions.suspension.$delete({ param }))}
          >
            Reinstate
          </Button>
        ) : (
          <Button variant="quiet" isSmall onClick={() => setIsAsking(true)}>
            Suspend
          </Button>
        )}
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Suspend ${client.name}?`}
      >
        <p className={styles.question}>
          Every device is signed out, and nobody can log in until you reinstate them. Leads go on
          coming in, and nothing is lost.
        </p>
        <div className={styles.answers}>
          <Button variant="quiet" onClick={() => setIsAsking(false)} autoFocus>
            Cancel
          </Button>
          <Button
            onClick={() => {
              setIsAsking(false);
              void change(() => actions.suspension.$post({ param }));
            }}
          >
            Suspend
          </Button>
        </div>
      </Dialog>
    </article>
  );
}

function InviteBox({ adminCode, invitations }: { adminCode: string; invitations: Invitation[] }) {
  const { revalidate } = useRevalidator();
  const change = useChange();
  const form = useForm({
    schema: InvitationRequest,
    send: (json) => api.admin.invitations.$post({ json }),
    onDone({ message }) {
      showToast({ title: "Invited", message });
      form.reset();
      void revalidate();
    },
  });
  return (
    <section className={styles.invite} aria-labelledby="invite">
      <h2 id="invite">Invite a practice</h2>
      <Form form={form} aria-label="Invite a practice">
        <EmailField
          autoComplete="off"
          help="Whoever registers by the link is let in at once."
          isRequired
        />
        <FormEnd label="Invite" />
      </Form>
      <p className={styles.code}>
        Without an invitation they need your code, and wait for your approval:{" "}
        <code>{adminCode}</code>
      </p>
      {invitations.length > 0 && (
        <ul className={styles.open} aria-label="Open invitations">
          {invitations.map(({ _id, email, invitedAt, expiresAt }) => (
            <li key={_id}>
              <span suppressHydrationWarning>
                {email}, invited {dayText(invitedAt)}, good until {dayText(expiresAt)}
              </span>
              <Button
                variant="quiet"
                isSmall
                aria-label={`Take back the invitation of ${email}`}
                onClick={() =>
                  void change(() => api.admin.invitations[":id"].$delete({ param: { id: _id } }))
                }
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Does a deed, says what came of it, and reads the list anew. */
function useChange() {
  const { revalidate } = useRevalidator();
  return async function change<R extends ApiResponse>(action: () => Promise<R>) {
    const outcome = await askApi(action);
    const message = outcome.isDone
      ? (outcome.answer as AnswerOf<R> & { message: string }).message
      : outcome.refusal.message;
    showToast({ title: outcome.isDone ? "Done" : "Error", message });
    await revalidate();
  };
}

function dayText(iso: string): string {
  return new Date(iso).toLocaleDateString("en-US", { dateStyle: "medium" });
}
