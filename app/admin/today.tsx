// The owner's first screen of the day: what needs attention, and which practices keep leads
// waiting. It reports practices waiting for approval, unsent emails and failed imports.

import type { ReactNode } from "react";
import { Link } from "react-router";
import { type ApiClient, apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { agoText } from "#app/ui/clock-text.ts";
import { Empty } from "#app/ui/empty.tsx";
import { IconCircleCheck } from "#app/ui/icons.tsx";
import { NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { contactRequestKinds } from "#content/console/contact-requests.ts";
import { consoleWords } from "#content/console/frame.ts";
import { todayWords } from "#content/console/today.ts";
import type { ContactRequest } from "#contract/contact-requests.ts";
import type { ListedClient } from "#contract/practices.ts";
import type { Route } from "./+types/today.ts";
import { FailedImportRow } from "./today/failed-import-row.tsx";
import { Practices } from "./today/practices.tsx";
import { TwoStepReminder } from "./today/two-step-reminder.tsx";
import styles from "./today.module.css";

export const meta = () => [{ title: consoleWords.tab(todayWords.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [contactRequests, clients, practices, failedImports, mail, factors] = await Promise.all([
    api.admin["contact-requests"].$get({ query: { state: "new" } }),
    api.admin.clients.$get(),
    api.admin["practices-today"].$get(),
    api.admin["failed-imports"].$get(),
    readMail(api),
    api.admins.myself.factors.$get(),
  ]);
  if (!contactRequests.ok || !clients.ok || !practices.ok || !failedImports.ok || !mail) {
    throw new Response(null, { status: 503 });
  }
  const { clients: all } = await bodyOf(clients);
  return {
    now: new Date().toISOString(),
    contactRequests: await bodyOf(contactRequests),
    pending: all.filter(({ status }) => status === "pending"),
    practices: (await bodyOf(practices)).practices,
    failedImports: (await bodyOf(failedImports)).failedImports,
    mail,
    // Unknown for a moment is no reason to show nothing at all.
    hasTwoStepLogin: !factors.ok || (await bodyOf(factors)).factors.length > 0,
  };
}

async function readMail(api: ApiClient) {
  const [failed, unknown, queued] = await Promise.all([
    api.admin.mail.$get({ query: { state: "failed" } }),
    api.admin.mail.$get({ query: { state: "unknown" } }),
    api.admin.mail.$get({ query: { state: "queued" } }),
  ]);
  if (!failed.ok || !unknown.ok || !queued.ok) return null;
  const { total: refused, isSending } = await bodyOf(failed);
  // With a mail server, queued emails are only waiting for their job.
  const waiting = isSending ? 0 : (await bodyOf(queued)).total;
  return { refused, unknown: (await bodyOf(unknown)).total, waiting };
}

type Known = Route.ComponentProps["loaderData"];

export default function Today({ loaderData }: Route.ComponentProps) {
  return (
    <NowProvider serverNow={loaderData.now}>
      <ShellHead title={todayWords.title} />
      <main className={styles.columns}>
        {!loaderData.hasTwoStepLogin && <TwoStepReminder />}
        <ToDo {...loaderData} />
        <Practices practices={loaderData.practices} />
      </main>
    </NowProvider>
  );
}

/** The most contact requests that fit a quick overview. */
const shownContactRequests = 6;

function ToDo({ contactRequests, pending, failedImports, mail }: Known) {
  const troubles = [
    { count: mail.refused, words: todayWords.refused, why: "", state: "failed" },
    { count: mail.unknown, words: todayWords.unknown, why: "", state: "unknown" },
    {
      count: mail.waiting,
      words: todayWords.notSending,
      why: todayWords.noServer,
      state: "queued",
    },
  ].filter(({ count }) => count > 0);
  const fresh = contactRequests.contactRequests.slice(0, shownContactRequests);
  const isNothing = pending.length + fresh.length + troubles.length + failedImports.length === 0;
  return (
    <section className={styles.box} aria-labelledby="to-do">
      <h2 id="to-do">{todayWords.toDo}</h2>
      {isNothing && (
        <Empty
          title={todayWords.nothing}
          action={
            <ButtonLink variant="outline" to="/admin/requests">
              {todayWords.allContactRequests}
            </ButtonLink>
          }
        >
          <span className={styles.allClear}>
            <IconCircleCheck size={20} aria-hidden />
            {todayWords.nothingWhy}
          </span>
        </Empty>
      )}
      <Group name={todayWords.approval} count={pending.length}>
        {pending.map((client) => (
          <PendingRow key={client._id} client={client} />
        ))}
      </Group>
      <Group name={todayWords.contactRequests} count={contactRequests.total}>
        {fresh.map((contactRequest) => (
          <ContactRequestRow key={contactRequest._id} contactRequest={contactRequest} />
        ))}
        {contactRequests.total > fresh.length && (
          <li className={styles.more}>
            <Link to="/admin/requests?state=new">{todayWords.allNew(contactRequests.total)}</Link>
          </li>
        )}
      </Group>
      <Group name={todayWords.failedImports} count={failedImports.length}>
        {failedImports.map((lead) => (
          <FailedImportRow key={lead._id} lead={lead} when={<When at={lead.announcedAt} />} />
        ))}
      </Group>
      <Group name={todayWords.mail} count={troubles.reduce((sum, { count }) => sum + count, 0)}>
        {troubles.map(({ count, words, why, state }) => (
          <li key={state} className={styles.row}>
            <p className={styles.what}>
              <Link to={`/admin/mail?state=${state}`} className={styles.name}>
                {words(count)}
              </Link>
              {why && <span className={styles.sub}>{why}</span>}
            </p>
            <ButtonLink
              variant="quiet"
              to={`/admin/mail?state=${state}`}
              isSmall
              aria-label={`${todayWords.look}: ${words(count)}`}
            >
              {todayWords.look}
            </ButtonLink>
          </li>
        ))}
      </Group>
    </section>
  );
}

/** An empty group shows nothing. */
function Group({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section aria-label={name}>
      <h3 className={styles.group}>
        {name} <span>{count}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

function PendingRow({ client }: { client: ListedClient }) {
  const { name, firstName, lastName, email, city, state, isAddressConfirmed } = client;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <Link to="/admin/practices" className={styles.name}>
            <bdi>{name}</bdi>
          </Link>
        </p>
        <p className={styles.sub}>
          <bdi>
            {firstName} {lastName}
          </bdi>
          , {city}, {state} · {email} ·{" "}
          {isAddressConfirmed ? todayWords.confirmed : todayWords.notConfirmed}
        </p>
      </div>
      <When at={client.registeredAt} />
      <ButtonLink to="/admin/practices" isSmall aria-label={`${todayWords.review} ${name}`}>
        {todayWords.review}
      </ButtonLink>
    </li>
  );
}

function ContactRequestRow({ contactRequest }: { contactRequest: ContactRequest }) {
  const { _id, fullName, kind, message, finishedAt, receivedAt, phone, email } = contactRequest;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <Link to={`/admin/requests?state=new#contact-request-${_id}`} className={styles.name}>
            <bdi>{fullName}</bdi>
          </Link>
          <span className={styles.kind}>{contactRequestKinds[kind]}</span>
          {finishedAt === null && <span className={styles.mark}>{todayWords.unfinished}</span>}
        </p>
        <p className={styles.sub} dir="auto">
          {message || [phone, email].filter(Boolean).join(" · ")}
        </p>
      </div>
      <When at={receivedAt} />
    </li>
  );
}

/** "4 min ago" */
function When({ at }: { at: string }) {
  return (
    <Moment at={at} className={styles.when}>
      {agoText(new Date(at), useNow())}
    </Moment>
  );
}
