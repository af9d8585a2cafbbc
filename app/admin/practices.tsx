// The owner opens this page from a notice that a practice has registered. Practices that wait for
// approval come first.
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
import { dateText } from "#app/ui/moment-text.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { practiceWords as words } from "#content/console/practices.ts";
import { accountMessages } from "#content/messages.ts";
import { type Invitation, InvitationRequest, type ListedClient } from "#contract/practices.ts";
import type { Route } from "./+types/practices.ts";
import lists from "./lists.module.css";
import styles from "./practices.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.practices) }];

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admin.clients.$get();
  if (!answer.ok) throw new Response(null, { status: answer.status });
  return bodyOf(answer);
}

export default function Practices({ loaderData }: Route.ComponentProps) {
  const { clients, invitations, admin_id } = loaderData;
  return (
    <>
      <ShellHead title={consoleWords.places.practices}>
        <span>{words.inAll(clients.length)}</span>
      </ShellHead>
      <main className={styles.page}>
        {clients.length === 0 && <Empty>{words.none}</Empty>}
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
            ? words.states.unconfirmed
            : words.states[client.status]}
        </span>
        <time dateTime={client.registeredAt} suppressHydrationWarning>
          {words.registered(dateText(client.registeredAt))}
        </time>
      </header>
      <p className={lists.actions}>
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
        {client.isAddressConfirmed ? words.confirmed : words.notConfirmed}{" "}
        {client.lastSignedInAt
          ? words.lastLoggedIn(dateText(client.lastSignedInAt))
          : words.neverLoggedIn}
      </p>
      {client.status === "pending" && !client.isAddressConfirmed && (
        <p className={lists.kind}>{accountMessages.confirmFirst}</p>
      )}
      <div className={styles.actions}>
        {client.status === "pending" && client.isAddressConfirmed && (
          <Button isSmall onClick={() => void change(() => actions.approval.$post({ param }))}>
            {words.approve}
          </Button>
        )}
        <ButtonLink
          to={`/lms/dashboard?client=${client._id}`}
          prefetch="none"
          variant="outline"
          isSmall
        >
          {words.viewAs}
        </ButtonLink>
        <ButtonLink to={`/admin/audit?client=${client._id}`} variant="quiet" isSmall>
          {words.audit}
        </ButtonLink>
        {client.status === "suspended" ? (
          <Button
            variant="quiet"
            isSmall
            onClick={() => void change(() => actions.suspension.$delete({ param }))}
          >
            {words.reinstate}
          </Button>
        ) : (
          <Button variant="quiet" isSmall onClick={() => setIsAsking(true)}>
            {words.suspend}
          </Button>
        )}
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.askSuspend(client.name)}
      >
        <p className={styles.question}>{words.suspendMeans}</p>
        <div className={styles.answers}>
          <Button variant="quiet" onClick={() => setIsAsking(false)} autoFocus>
            {consoleWords.cancel}
          </Button>
          <Button
            onClick={() => {
              setIsAsking(false);
              void change(() => actions.suspension.$post({ param }));
            }}
          >
            {words.suspend}
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
      showToast({ title: toastTitles.invited, message });
      form.reset();
      void revalidate();
    },
  });
  return (
    <section className={styles.invite} aria-labelledby="invite">
      <h2 id="invite">{words.invite}</h2>
      <Form form={form} aria-label={words.invite}>
        <EmailField autoComplete="off" help={words.inviteHelp} isRequired />
        <FormEnd label={words.sendInvitation} />
      </Form>
      <p className={styles.code}>
        {words.code} <code>{adminCode}</code>
      </p>
      {invitations.length > 0 && (
        <ul className={styles.open} aria-label={words.openInvitations}>
          {invitations.map(({ _id, email, invitedAt, expiresAt }) => (
            <li key={_id}>
              <span suppressHydrationWarning>
                {words.invitation(email, dateText(invitedAt), dateText(expiresAt))}
              </span>
              <Button
                variant="quiet"
                isSmall
                aria-label={words.withdrawOf(email)}
                onClick={() =>
                  void change(() => api.admin.invitations[":id"].$delete({ param: { id: _id } }))
                }
              >
                {words.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Runs an action, shows its result in a toast, and reloads the list. */
function useChange() {
  const { revalidate } = useRevalidator();
  return async function change<R extends ApiResponse>(action: () => Promise<R>) {
    const outcome = await askApi(action);
    const message = outcome.isDone
      ? (outcome.answer as AnswerOf<R> & { message: string }).message
      : outcome.refusal.message;
    showToast({ title: outcome.isDone ? toastTitles.done : toastTitles.error, message });
    await revalidate();
  };
}
