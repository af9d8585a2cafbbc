// On any screen, alerts the front desk to a waiting lead or a due callback, with the wait and the
// name first, or else to a new text. The alert covers the page's title, so nothing moves and a
// click that has begun doesn't hit it. It disappears once someone calls. If that is a click here,
// the call panel takes its place, so that the user keeps the page and what is typed there.
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useOutboxEntry } from "#app/lms/calls/optimistic-leads.ts";
import { OutcomePanel } from "#app/lms/calls/outcome-panel.tsx";
import { useCall } from "#app/lms/calls/start-call.tsx";
import { assigneeText } from "#app/lms/shell/assignee.ts";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { useLeadsOnScreen } from "#app/lms/shell/leads-on-screen.ts";
import { callName, givenName, plainName } from "#app/lms/shell/names.tsx";
import { ringText } from "#app/lms/shell/ring-text.ts";
import { UrgentMark, useIsUrgent, wishOf } from "#app/lms/shell/wish.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CallButtons } from "#app/ui/calling/call-buttons.tsx";
import { IconAlarm, IconMessage, IconPhoneOutgoing } from "#app/ui/calling/call-icons.ts";
import { waitingOf } from "#app/ui/calling/waiting.ts";
import { clockFace, waitText } from "#app/ui/clock-text.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconSunrise, IconX } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { newLeadWords } from "#content/desk/alerts.ts";
import { callWords } from "#content/desk/calls.ts";
import { announcementWords } from "#content/desk/dashboard.ts";
import { missingOutcome } from "#content/desk/outcomes.ts";
import type { Client, DeskPerson } from "#contract/accounts.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import { isCallable, withoutExtension } from "#contract/phone.ts";
import { forgetCalled, rememberCalled, useBarCalls } from "./bar-calls.ts";
import styles from "./new-lead-alert.module.css";
import { newsKey } from "./new-leads.ts";
import { useReturningFocus } from "./returning-focus.ts";

/** In how many threads nobody has opened a text, now and when the desk was opened. */
export type UnreadTexts = { unread: number; unreadAtOpen: number };

type NewLeadAlertProps = {
  /**
   * The leads that have arrived since the desk was opened and are still waiting, longest wait
   * first. The callbacks that have become due since then follow. This device's unsaved calls and
   * undos are applied.
   */
  leads: Lead[];
  /** The leads that were called from the alert in this browser, the last one last. */
  called: Lead[];
  texts: UnreadTexts;
  client: Client;
  isLost: boolean;
};

export function NewLeadAlert({ leads, called, texts, client, isLost }: NewLeadAlertProps) {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const onScreen = useLeadsOnScreen();
  const waiting = leads.filter(({ _id }) => !onScreen.has(_id));
  const settled = useSettled(waiting.map(newsKey));
  const news = waiting.filter(
    (lead) => settled.has(newsKey(lead)) && !dismissed.has(newsKey(lead)),
  );
  const { asked, later } = useBarCalls(called);
  const around = useReturningFocus(asked !== undefined);
  const [test, endTest] = useTest();
  const isCovered = Boolean(asked ?? news[0] ?? later);
  return (
    <>
      <NewTextAlert {...texts} isLost={isLost} isCovered={test > 0 || isCovered} />
      <Announcer news={news} />
      {test > 0 && !isCovered && <TestAlert key={test} onDismiss={endTest} />}
      <div className={styles.place} {...around}>
        {asked && (
          <Asking
            key={asked.lead._id}
            lead={asked.lead}
            onPutOff={asked.putOff}
            {...{ news, client, isLost }}
          />
        )}
        {!asked && news[0] && (
          <News
            news={news}
            onDismiss={() => setDismissed(new Set([...dismissed, ...news.map(newsKey)]))}
            {...{ client, isLost }}
          />
        )}
        {!asked && !news[0] && later && (
          <Unanswered lead={later.lead} onAnswer={later.answer} {...{ client, isLost }} />
        )}
      </div>
    </>
  );
}

type NewsProps = { news: Lead[]; client: Client; isLost: boolean };

function News({ news, client, isLost, onDismiss }: NewsProps & { onDismiss: () => void }) {
  const isUrgent = useIsUrgent();
  const { person } = useDesk();
  const [first, ...others] = news;
  if (!first) return null;
  const urgent = !isUrgent(first) && others.find(isUrgent);
  return (
    <section className={styles.alert} aria-label={labelOf(first)} data-lost={isLost || undefined}>
      {first.uncalledSince ? (
        <Waited since={first.uncalledSince} client={client} />
      ) : (
        <Overdue since={first.callBackAt ?? first.date} />
      )}
      <div className={styles.words}>
        <p className={styles.who}>
          <strong dir="auto">{callName(first)}</strong>
          <UrgentMark lead={first} />
        </p>
        <p className={styles.about}>
          <span dir="auto">{aboutLead(first, person)}</span>
          {others.length > 0 && <span className={styles.more}>{countText(others)}</span>}
          {urgent && <UrgentMark lead={urgent} />}
        </p>
      </div>
      <div className={styles.call}>
        <Call key={first._id} lead={first} />
      </div>
      <ShowLink />
      <Dismiss onClick={onDismiss} />
    </section>
  );
}

function labelOf(first: Lead): string {
  return first.uncalledSince ? newLeadWords.label : newLeadWords.callbacksLabel;
}

function ShowLink() {
  return (
    <Link to="/lms/dashboard?sort=next" className={styles.show}>
      {newLeadWords.show}
    </Link>
  );
}

/** Starts the call. The alert then asks for the outcome. */
function Call({ lead }: { lead: Lead }) {
  const { press, question } = useCall(lead, () => rememberCalled(lead._id));
  const name = plainName(callName(lead));
  if (!isCallable(lead.phone)) {
    return (
      <ButtonLink isSmall to={`/lms/lead?id=${lead._id}`}>
        {newLeadWords.open}
        <Hidden> {name}</Hidden>
      </ButtonLink>
    );
  }
  return (
    <>
      <CallButtons
        id={lead._id}
        name={name}
        dials={withoutExtension(lead.phone)}
        variant="solid"
        onPress={press}
      />
      {question}
    </>
  );
}

type AskingProps = NewsProps & { lead: Lead; onPutOff: () => void };

/** The call panel. Above it, the number of leads that wait meanwhile. */
function Asking({ lead, news, client, isLost, onPutOff }: AskingProps) {
  const isUrgent = useIsUrgent();
  const [first] = news;
  const urgent = news.find(isUrgent);
  return (
    <div className={`${styles.alert} ${styles.asking}`} data-lost={isLost || undefined}>
      {first && (
        <section className={styles.queued} aria-label={labelOf(first)}>
          <p className={styles.about}>
            <span className={styles.more}>{countText(news)}</span>
            {urgent && <UrgentMark lead={urgent} />}
          </p>
          <ShowLink />
        </section>
      )}
      <OutcomePanel isInBar lead={lead} timeZone={client.timeZone} onPutOff={onPutOff} />
    </div>
  );
}

type UnansweredProps = { lead: Lead; client: Client; isLost: boolean; onAnswer: () => void };

/** A call whose result the user wants to add later. */
function Unanswered({ lead, client, isLost, onAnswer }: UnansweredProps) {
  const now = useNow();
  const call = lead.openCall;
  const said = useOutboxEntry(call?._id);
  // A result that isn't saved yet is in the list of unsaved calls.
  const isGiven = said?.request.outcome !== undefined && said.refusal === null;
  if (!call || isGiven) return null;
  const name = callName(lead);
  return (
    <section className={styles.alert} aria-label={missingOutcome} data-lost={isLost || undefined}>
      <p className={`${styles.waited} ${styles.overdue}`}>
        <IconPhoneOutgoing aria-hidden />
      </p>
      <div className={styles.words}>
        <strong dir="auto">{name}</strong>
        <span>{callWords.pickResult(timeText(call.calledAt, now, client.timeZone))}</span>
      </div>
      <div className={styles.call}>
        <Button variant="outline" onClick={onAnswer}>
          {callWords.addResult}
          <Hidden> {plainName(name)}</Hidden>
        </Button>
      </div>
      <Dismiss onClick={() => forgetCalled(lead._id)} />
    </section>
  );
}

/**
 * Returns how many test alerts have been requested, or 0 while none is shown. A test alert
 * disappears after a few seconds.
 */
function useTest() {
  const asked = useRef(0);
  const [test, setTest] = useState(0);
  const end = () => setTest(0);
  useMessage("alertTested", () => {
    asked.current += 1;
    setTest(asked.current);
  });
  useEffect(() => {
    if (test === 0) return;
    const leaving = setTimeout(() => setTest(0), testMs);
    return () => clearTimeout(leaving);
  }, [test]);
  return [test, end] as const;
}

const testMs = 15_000;

/** An alert that looks like a new lead's, but doesn't open a lead. */
function TestAlert({ onDismiss }: { onDismiss: () => void }) {
  const now = useNow();
  const [since] = useState(now);
  const waitedMs = now.getTime() - since.getTime();
  return (
    <section className={styles.alert} aria-label={newLeadWords.test.label}>
      <p className={`${styles.waited} ${statusClass("lt10")}`}>
        <TimelinessIcon bucket="lt10" isRunning />
        <b>{clockFace(waitedMs).digits}</b>
      </p>
      <div className={styles.words} role="status">
        <strong>{newLeadWords.test.title}</strong>
        <span>{newLeadWords.test.text}</span>
      </div>
      <Dismiss onClick={onDismiss} />
    </section>
  );
}

type NewTextProps = UnreadTexts & { isLost: boolean; isCovered: boolean };

/**
 * Says that people have texted since the desk was opened or this was dismissed. It says nothing of
 * texts that are on screen, because these are read within the grace time.
 */
function NewTextAlert({ unread, unreadAtOpen, isLost, isCovered }: NewTextProps) {
  const isListed = useLocation().pathname === "/lms/texts";
  const [known, setKnown] = useState(unreadAtOpen);
  const nowKnown = isListed ? unread : Math.min(known, unread);
  if (nowKnown !== known) setKnown(nowKnown);
  const news = unread - nowKnown;
  const isShown = useLasting(news > 0);
  if (!isShown || news === 0 || isCovered) return null;
  return (
    <section
      className={styles.alert}
      aria-label={newLeadWords.texts.label}
      data-lost={isLost || undefined}
    >
      <p className={`${styles.waited} ${styles.overdue}`}>
        <IconMessage aria-hidden />
      </p>
      <div className={styles.words} role="status">
        <strong>{newLeadWords.texts.title}</strong>
        <span>{newLeadWords.texts.from(news)}</span>
      </div>
      <Link to="/lms/texts" className={styles.show}>
        {newLeadWords.show}
      </Link>
      <Dismiss onClick={() => setKnown(unread)} />
    </section>
  );
}

/** A page that shows a new text has marked it as read within this time. */
const readingMs = 2000;

function useLasting(isOn: boolean): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setHasLasted(true), readingMs);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isOn]);
  return hasLasted;
}

function Dismiss({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.dismiss}
      aria-label={newLeadWords.dismiss}
      onClick={onClick}
    >
      <IconX aria-hidden />
    </button>
  );
}

/** Returns who is handling the lead, what the person wants, and where the lead came from. */
function aboutLead(lead: Lead, reader: DeskPerson | null): string {
  const { uncalledSince, askedAgainAt, campaign } = lead;
  const what = uncalledSince ? newLeadWords[askedAgainAt ? "again" : "one"] : newLeadWords.callback;
  const parts = [ringText(lead), assigneeText(lead, reader), wishOf(lead), what, campaign];
  return parts.filter(Boolean).join(" · ");
}

/** Returns how many others wait, such as "+2 new, +1 callback due". */
function countText(others: Lead[]): string {
  const newLeads = others.filter((lead) => lead.uncalledSince).length;
  const callbacks = others.length - newLeads;
  const counts = [
    newLeads > 0 && newLeadWords.moreLeads(newLeads),
    callbacks > 0 && newLeadWords.moreCallbacks(callbacks),
  ];
  return counts.filter(Boolean).join(", ");
}

/**
 * Shows the wait in the practice's counting mode, like the lead's row. Screen readers announce who
 * came, but not each second.
 */
function Waited({ since, client }: { since: string; client: Client }) {
  const waiting = waitingOf(new Date(since), useNow(), client.reading, client);
  if (waiting.kind === "closed") {
    return (
      <p className={`${styles.waited} ${styles.closed}`}>
        <IconSunrise aria-hidden />
        <b>{waitText(waiting.waitedMs)}</b>
      </p>
    );
  }
  return (
    <p className={`${styles.waited} ${statusClass(waiting.bucket)}`}>
      <TimelinessIcon bucket={waiting.bucket} isRunning />
      <b>{clockFace(waiting.elapsedMs).digits}</b>
    </p>
  );
}

/**
 * Shows how long the callback has been overdue. It has no color, because a callback has no goal.
 */
function Overdue({ since }: { since: string }) {
  const overdueMs = useNow().getTime() - new Date(since).getTime();
  return (
    <p className={`${styles.waited} ${styles.overdue}`}>
      <IconAlarm aria-hidden />
      <b>{clockFace(overdueMs).digits}</b>
    </p>
  );
}

/**
 * The alert appears only after this time, because the screen itself may be about to show the new
 * lead.
 */
const graceMs = 300;

/** Returns the keys that have been in the list for at least `graceMs`. */
function useSettled(keys: string[]): ReadonlySet<string> {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const text = keys.join("\n");
  useEffect(() => {
    setTimeout(() => setSettled((before) => new Set([...before, ...text.split("\n")])), graceMs);
  }, [text]);
  return settled;
}

function Announcer({ news }: { news: Lead[] }) {
  const announced = useRef(new Set<string>());
  const [said, setSaid] = useState("");
  useEffect(() => {
    const fresh = news.filter((lead) => !announced.current.has(newsKey(lead)));
    for (const lead of fresh) announced.current.add(newsKey(lead));
    if (fresh.length > 0) setSaid(fresh.map(sentenceOf).join(" "));
  }, [news]);
  return <Hidden role="status">{said}</Hidden>;
}

function sentenceOf(lead: Lead): string {
  const name = plainName(givenName(lead)) || announcementWords.someone;
  if (!lead.uncalledSince) return announcementWords.callbackDue(name);
  return announcementWords.newLead([name, lead.campaign].filter(Boolean).join(", "));
}
