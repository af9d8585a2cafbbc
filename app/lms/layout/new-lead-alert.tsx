// A front desk on any screen, often on the phone with someone else, learns that a lead waits. First:
// for how long, and who. It covers the page's title and never moves anything; a press that was
// already on its way does not land on it. It leaves when somebody calls.
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { callHash } from "#app/lms/shell/desk-context.ts";
import { IconPhoneOutgoing } from "#app/lms/shell/desk-icons.ts";
import { useLeadsOnScreen } from "#app/lms/shell/leads-on-screen.ts";
import { callName, nameOf, plainName } from "#app/lms/shell/names.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { clockFace } from "#app/ui/clock-text.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconX } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { newLeadWords } from "#content/desk/alerts.ts";
import { announcementWords } from "#content/desk/dashboard.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./new-lead-alert.module.css";
import { newsKey } from "./new-leads.ts";

/** `leads`: those that came since the desk was opened and wait, longest first. */
export function NewLeadAlert({ leads, isLost }: { leads: Lead[]; isLost: boolean }) {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const onScreen = useLeadsOnScreen();
  const settled = useSettled(
    leads.filter(({ _id }) => !onScreen.has(_id)).map((lead) => newsKey(lead)),
  );
  const news = leads.filter(
    (lead) =>
      !onScreen.has(lead._id) && settled.has(newsKey(lead)) && !dismissed.has(newsKey(lead)),
  );
  const [first] = news;
  return (
    <>
      <Announcer news={news} />
      {first?.uncalledSince && (
        <section
          className={styles.alert}
          aria-label={newLeadWords.label}
          data-lost={isLost || undefined}
        >
          <Waited since={first.uncalledSince} />
          <div className={styles.words}>
            <strong dir="auto">{callName(first)}</strong>
            <span>{aboutNews(first, news.length)}</span>
          </div>
          <ButtonLink isSmall to={`/lms/lead?id=${first._id}${callHash}`} className={styles.call}>
            <IconPhoneOutgoing aria-hidden />
            {newLeadWords.call}
            <Hidden> {plainName(callName(first))}</Hidden>
          </ButtonLink>
          <Link to="/lms/dashboard?sort=next" className={styles.show}>
            {newLeadWords.show}
          </Link>
          <button
            type="button"
            className={styles.dismiss}
            aria-label={newLeadWords.dismiss}
            onClick={() => setDismissed(new Set([...dismissed, ...news.map(newsKey)]))}
          >
            <IconX aria-hidden />
          </button>
        </section>
      )}
    </>
  );
}

function aboutNews({ askedAgainAt, campaign }: Lead, count: number): string {
  if (count > 1) return `${newLeadWords.many(count)} · ${newLeadWords.longest}`;
  return [askedAgainAt ? newLeadWords.again : newLeadWords.one, campaign]
    .filter(Boolean)
    .join(" · ");
}

/** Not announced: a screen reader hears who came, not each second. */
function Waited({ since }: { since: string }) {
  const face = clockFace(useNow().getTime() - new Date(since).getTime());
  return (
    <p className={`${styles.waited} ${statusClass(face.bucket)}`}>
      <TimelinessIcon bucket={face.bucket} isRunning />
      <b>{face.digits}</b>
    </p>
  );
}

/** The screen itself may be about to show a new lead: the alert waits for it this long. */
const graceMs = 300;

/** The keys that have been there for a moment. */
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
  const name = plainName(nameOf(lead)) || announcementWords.someone;
  return announcementWords.newLead([name, lead.campaign].filter(Boolean).join(", "));
}
