// The first page that the owner sees in the day: what needs attention, and which practices keep
// leads waiting. It lists practices to approve, emails that weren't sent, failed lead notifications,
// unread submissions, sources with a problem, an expiring token, numbers that may be labeled spam,
// and invoices that are due or unpaid.

import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { agoText, clockFace } from "#app/ui/clock-text.ts";
import { Empty } from "#app/ui/empty.tsx";
import { IconCircleCheck } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { contactRequestKinds } from "#content/console/contact-requests.ts";
import { consoleWords } from "#content/console/frame.ts";
import { todayWords } from "#content/console/today.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import type { FailedLeadNotificationGroup } from "#contract/intake.ts";
import { dateText } from "#contract/moment-text.ts";
import type { ClientList, ListedClient } from "#contract/practices.ts";
import type { Route } from "./+types/today.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import { sendHash } from "./report/send-hash.ts";
import { NextStepLine } from "./requests/next-step-line.tsx";
import { isWaiting } from "./requests/wait.tsx";
import { BookedCallRow, callsToday } from "./today/calls-today.tsx";
import { FailedLeadNotificationsRow } from "./today/failed-lead-notifications-row.tsx";
import { LabeledNumberRow } from "./today/labeled-number-row.tsx";
import { Practices } from "./today/practices.tsx";
import { readPractices } from "./today/read-practices.ts";
import { SourceRow } from "./today/source-row.tsx";
import { TwoStepReminder } from "./today/two-step-reminder.tsx";
import styles from "./today.module.css";

export const meta = () => [{ title: consoleWords.tab(todayWords.title) }];

/** How many contact requests are listed, so that the page can be read at a glance. */
const shownContactRequests = 6;
/** How many sources with a problem are listed. */
const shownSources = 6;
/** How many forms with failed lead notifications are listed, unless the URL asks for all. */
const shownForms = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [contactRequests, due, ofPractices, factors, calls] = await Promise.all([
    api.admin["contact-requests"].$get({
      query: { list: "open", sort: "next", limit: String(shownContactRequests) },
    }),
    api.admin["contact-requests"].$get({
      query: { list: "due", limit: String(shownContactRequests) },
    }),
    readPractices(api),
    api.admins.myself.factors.$get(),
    api.admin.calls.$get(),
  ]);
  if (!calls.ok || !contactRequests.ok || !due.ok) throw new Response(null, { status: 503 });
  const ownCalls = await bodyOf(calls);
  return {
    now: new Date().toISOString(),
    contactRequests: await bodyOf(contactRequests),
    due: await bodyOf(due),
    ofPractices,
    calls: callsToday(ownCalls, new Date()),
    timeZone: ownCalls.call.timeZone,
    // If the request fails, the person counts as having two-step login, so that the page still
    // works.
    hasTwoStepLogin: !factors.ok || (await bodyOf(factors)).factors.length > 0,
  };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

type Known = NonNullable<Route.ComponentProps["loaderData"]>;

export default function Today({ loaderData }: Route.ComponentProps) {
  return (
    <FreshPage loaded={loaderData}>
      {(shown) => (
        <NowProvider serverNow={shown.now}>
          <ShellHead title={todayWords.title} />
          <main className={styles.columns}>
            {!shown.hasTwoStepLogin && <TwoStepReminder />}
            <ToDo {...shown} />
            {shown.ofPractices && <Practices shown={shown.ofPractices.practices} />}
          </main>
        </NowProvider>
      )}
    </FreshPage>
  );
}

/** How many practices to approve are listed, so that the page can be read at a glance. */
const shownPending = 6;

type OfPractices = Omit<NonNullable<Known["ofPractices"]>, "practices" | "pending"> & {
  pending: Pick<ClientList, "clients" | "total">;
};

const noPractices: OfPractices = {
  pending: { clients: [], total: 0 },
  failedLeadNotifications: [],
  unread: [],
  broken: { sources: [], total: 0, pages: 1 },
  tokenExpiry: null,
  billing: { due: 0, unpaid: 0 },
  labeled: { clients: [], total: 0 },
  reports: { clients: [], total: 0 },
  mail: { refused: 0, unknown: 0, waiting: 0 },
};

function ToDo({ contactRequests, due, ofPractices, calls, timeZone }: Known) {
  const { pending, failedLeadNotifications, unread, broken, tokenExpiry } =
    ofPractices ?? noPractices;
  const { labeled, billing, reports, mail } = ofPractices ?? noPractices;
  const expiring = tokenExpiry?.isSoon && tokenExpiry.at ? [tokenExpiry.at] : [];
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
  const fresh = contactRequests.contactRequests;
  // Requests that are listed above with their clock are left out.
  const steps = due.contactRequests.filter(({ _id }) => !fresh.some((one) => one._id === _id));
  const invoices = [
    { count: billing.due, words: todayWords.invoicesDue, needs: "invoice" },
    { count: billing.unpaid, words: todayWords.invoicesUnpaid, needs: "payment" },
  ].filter(({ count }) => count > 0);
  // A source with unread submissions is listed with them.
  const shownBroken = broken.sources
    .filter(({ unread: count }) => count === 0)
    .slice(0, shownSources);
  const known = [
    calls,
    fresh,
    steps,
    troubles,
    failedLeadNotifications,
    unread,
    expiring,
    invoices,
  ];
  const isNothing =
    known.every((group) => group.length === 0) &&
    pending.total + broken.total + labeled.total + reports.total === 0;
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
            {ofPractices ? todayWords.nothingWhy : todayWords.nothingOfRequests}
          </span>
        </Empty>
      )}
      <Group name={todayWords.approval} count={pending.total}>
        {pending.clients.slice(0, shownPending).map((client) => (
          <PendingRow key={client._id} client={client} />
        ))}
        {pending.total > shownPending && (
          <More to="/admin/practices?status=pending">{todayWords.allPending(pending.total)}</More>
        )}
      </Group>
      <Group name={todayWords.calls} count={calls.length}>
        {calls.map((call) => (
          <BookedCallRow key={call.contactRequestId} call={call} timeZone={timeZone} />
        ))}
        {calls.length > 0 && <More to="/admin/calls">{todayWords.allCalls}</More>}
      </Group>
      <Group name={todayWords.contactRequests} count={contactRequests.total}>
        {fresh.map((contactRequest) => (
          <ContactRequestRow key={contactRequest._id} contactRequest={contactRequest} />
        ))}
        {contactRequests.total > fresh.length && (
          <More to="/admin/requests">{todayWords.allOpen(contactRequests.total)}</More>
        )}
      </Group>
      <Group name={todayWords.steps} count={steps.length}>
        {steps.map((contactRequest) => (
          <StepRow key={contactRequest._id} contactRequest={contactRequest} />
        ))}
        {due.total > due.contactRequests.length && (
          <More to="/admin/requests?list=due">{todayWords.allDue(due.total)}</More>
        )}
      </Group>
      <FailedLeadNotifications groups={failedLeadNotifications} />
      <Group name={todayWords.unread} count={unread.reduce((sum, one) => sum + one.unread, 0)}>
        {unread.map((source) => (
          <SourceRow key={source._id} source={source} />
        ))}
      </Group>
      <Group name={todayWords.broken} count={broken.total}>
        {shownBroken.map((source) => (
          <SourceRow key={source._id} source={source} />
        ))}
        {broken.total > shownBroken.length && (
          <More to="/admin/sources?only=problems">{todayWords.allBroken(broken.total)}</More>
        )}
      </Group>
      <Group name={todayWords.labeled} count={labeled.total}>
        {labeled.clients.map((client) => (
          <LabeledNumberRow key={client._id} client={client} />
        ))}
        {labeled.total > labeled.clients.length && (
          <More to="/admin/practices?needs=number">{todayWords.allLabeled(labeled.total)}</More>
        )}
      </Group>
      <Group name={todayWords.tokens} count={expiring.length}>
        {expiring.map((at) => (
          <CountRow
            key={at}
            to="/admin/settings#meta"
            text={todayWords.tokenExpires(dateText(at, agencyZone))}
            why={todayWords.tokenExpiresWhy}
          />
        ))}
      </Group>
      <Group name={todayWords.reports} count={reports.total}>
        {reports.clients.map((client) => (
          <ReportRow key={client._id} client={client} />
        ))}
        {reports.total > reports.clients.length && (
          <More to="/admin/practices?needs=report">{todayWords.allReports(reports.total)}</More>
        )}
      </Group>
      <Group name={todayWords.invoices} count={invoices.reduce((sum, { count }) => sum + count, 0)}>
        {invoices.map(({ count, words, needs }) => (
          <CountRow key={needs} to={`/admin/practices?needs=${needs}`} text={words(count)} />
        ))}
      </Group>
      <Group name={todayWords.mail} count={troubles.reduce((sum, { count }) => sum + count, 0)}>
        {troubles.map(({ count, words, why, state }) => (
          <CountRow key={state} to={`/admin/mail?state=${state}`} text={words(count)} why={why} />
        ))}
      </Group>
    </section>
  );
}

function FailedLeadNotifications({ groups }: { groups: FailedLeadNotificationGroup[] }) {
  const [params] = useSearchParams();
  const shown = params.get("failed") === "all" ? groups : groups.slice(0, shownForms);
  return (
    <Group
      name={todayWords.failedLeadNotifications}
      count={groups.reduce((sum, { count }) => sum + count, 0)}
    >
      {shown.map((group) => (
        <FailedLeadNotificationsRow
          key={`${group.page} ${group.form}`}
          group={group}
          when={<When at={group.announcedAt} />}
        />
      ))}
      {groups.length > shown.length && (
        <More to="?failed=all">{todayWords.allForms(groups.length)}</More>
      )}
    </Group>
  );
}

/** Links to the whole list of a group that shows only its first rows. */
function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li className={styles.more}>
      <Link to={to}>{children}</Link>
    </li>
  );
}

/** Says how many there are of something, with a link to them. */
function CountRow({ to, text, why = "" }: { to: string; text: string; why?: string }) {
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        <Link to={to} className={styles.name}>
          {text}
        </Link>
        {why && <span className={styles.sub}>{why}</span>}
      </p>
      <ButtonLink variant="quiet" to={to} isSmall aria-label={`${todayWords.look}: ${text}`}>
        {todayWords.look}
      </ButtonLink>
    </li>
  );
}

/** A group of rows. Renders nothing if the group is empty. */
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
  const { _id, name, city, state, isAddressConfirmed } = client;
  const url = `/admin/practice?id=${_id}`;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <Link to={url} className={styles.name}>
            <bdi>{name}</bdi>
          </Link>
        </p>
        <p className={styles.sub}>
          {city}, {state} · {isAddressConfirmed ? todayWords.confirmed : todayWords.notConfirmed}
        </p>
      </div>
      <When at={client.registeredAt} />
      <ButtonLink to={url} isSmall aria-label={`${todayWords.review} ${name}`}>
        {todayWords.review}
      </ButtonLink>
    </li>
  );
}

function ReportRow({ client: { _id, name, city, state } }: { client: ListedClient }) {
  const url = `/admin/report?client=${_id}${sendHash}`;
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        {/* Opening a report writes an audit entry, so hovering must not prefetch it. */}
        <Link to={url} prefetch="none" className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.sub}>
          {city}, {state}
        </span>
      </p>
      <ButtonLink
        to={url}
        prefetch="none"
        variant="outline"
        isSmall
        aria-label={`${todayWords.send}: ${name}`}
      >
        {todayWords.send}
      </ButtonLink>
    </li>
  );
}

function ContactRequestRow({ contactRequest }: { contactRequest: ContactRequest }) {
  const { _id, fullName, kind, message, receivedAt, phone, email } = contactRequest;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <Link to={`/admin/requests/${_id}`} className={styles.name}>
            <bdi>{fullName}</bdi>
          </Link>
          <span className={styles.kind}>{contactRequestKinds[kind]}</span>
        </p>
        <p className={styles.sub} dir="auto">
          {message || [phone, email].filter(Boolean).join(" · ")}
        </p>
      </div>
      <RequestWait contactRequest={contactRequest}>
        <When at={receivedAt} />
      </RequestWait>
    </li>
  );
}

/** A next step that is due today or overdue. */
function StepRow({ contactRequest }: { contactRequest: ContactRequest }) {
  const { _id, fullName, kind } = contactRequest;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <Link to={`/admin/requests/${_id}?list=due`} className={styles.name}>
            <bdi>{fullName}</bdi>
          </Link>
          <span className={styles.kind}>{contactRequestKinds[kind]}</span>
        </p>
        <p className={styles.sub}>
          <NextStepLine contactRequest={contactRequest} />
        </p>
      </div>
    </li>
  );
}

/** A request's clock. While it runs, it looks as urgent as that of a lead at a practice. */
function RequestWait({
  contactRequest,
  children,
}: {
  contactRequest: ContactRequest;
  children: ReactNode;
}) {
  const now = useNow();
  const { uncalledSince } = contactRequest;
  if (!uncalledSince || !isWaiting(contactRequest)) return children;
  const face = clockFace(now.getTime() - new Date(uncalledSince).getTime());
  return (
    <p className={`${styles.clock} ${statusClass(face.bucket)}`}>
      <TimelinessIcon bucket={face.bucket} isRunning />
      <strong suppressHydrationWarning>{face.digits.replaceAll(" ", "\u00a0")}</strong>
    </p>
  );
}

/** Shows when something happened, such as "4 min ago". */
function When({ at }: { at: string }) {
  return (
    <Moment at={at} timeZone={agencyZone} className={styles.when}>
      {agoText(new Date(at), useNow())}
    </Moment>
  );
}
