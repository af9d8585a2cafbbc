// Who comes: the front desk, from a row or an alert, about to call or back from a call. First: the
// number, and what the person wants. Then: what came of the call, in one tap. Wrong: a mistyped
// number, a call entered twice, no line. Without an id it is the place to add somebody by hand.
import { IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, redirect, useRevalidator, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { askApi, bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Clock } from "#app/ui/clock.tsx";
import { tookText } from "#app/ui/clock-text.ts";
import { Empty } from "#app/ui/empty.tsx";
import { NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { deskWords } from "#content/desk.ts";
import type { Enquiry, Lead, LeadDetail } from "#contract/leads.ts";
import { bucketOf } from "#contract/timeliness.ts";
import type { Route } from "./+types/lead.ts";
import { CallButton, OutcomePanel } from "./call-panel.tsx";
import { deskUrl, lookOf, useDesk } from "./desk.ts";
import { askServer, useLastGood } from "./last-good.ts";
import { AddLead } from "./lead/add-lead.tsx";
import { Deeds } from "./lead/deeds.tsx";
import { DelaySplit } from "./lead/delay-split.tsx";
import { Timeline } from "./lead/timeline.tsx";
import styles from "./lead.module.css";
import { usePresence, usePresenceAt } from "./presence.ts";
import { PresentViewer } from "./present-viewer.tsx";
import { phoneText, timeText } from "./times.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const lead = loaderData?.detail?.lead;
  const title = lead ? `${lead.firstName} ${lead.lastName}` : "Add a lead";
  return [{ title: `${title} · ${deskWords.title}` }];
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("id");
  const now = new Date().toISOString();
  if (!id) return { detail: null, now };
  const query = lookOf(request);
  const answer = await context.get(apiContext).leads[":id"].$get({ param: { id }, query });
  if (answer.status === 401 || answer.status === 403) throw redirect("/lms");
  if (!answer.ok) throw new Response(null, { status: answer.status === 422 ? 404 : answer.status });
  return { detail: await bodyOf(answer), now };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function LeadPage({ loaderData }: Route.ComponentProps) {
  const { look } = useDesk();
  const [search] = useSearchParams();
  const id = search.get("id");
  const known = useLastGood(loaderData, id ?? "");
  if (!id) return look ? <NothingHere /> : <AddLead />;
  if (!known?.detail) return <NothingHere />;
  return (
    <NowProvider serverNow={known.now}>
      <KnownLead key={id} detail={known.detail} />
    </NowProvider>
  );
}

/** The line went away before this lead could be fetched. */
function NothingHere() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <ShellHead title="A lead" />
      <main className={styles.box}>
        <Empty
          action={
            <Button look="outline" onClick={() => void revalidate()}>
              Retry
            </Button>
          }
        >
          {deskWords.leadFailed}
        </Empty>
      </main>
    </>
  );
}

function KnownLead({ detail }: { detail: LeadDetail }) {
  const { client, look } = useDesk();
  const { timeZone } = client;
  const { lead } = detail;
  usePresenceAt(lead._id, !look);
  const viewer = usePresence(look).get(lead._id);
  useEffect(() => {
    if (look) return;
    void askApi(() => api.leads[":id"].sightings.$post({ param: { id: lead._id } }));
  }, [lead._id, look]);
  return (
    <>
      <ShellHead title={`${lead.firstName} ${lead.lastName}`.trim() || "A lead"}>
        {viewer && <PresentViewer viewer={viewer} />}
        <State lead={lead} />
      </ShellHead>
      <main className={styles.columns}>
        <ContactCard detail={detail} timeZone={timeZone} look={look} />
        <section className={styles.box} aria-labelledby="timeline">
          <h2 id="timeline">What happened</h2>
          <Timeline detail={detail} timeZone={timeZone} />
        </section>
      </main>
    </>
  );
}

function State({ lead }: { lead: Lead }) {
  const words = {
    new: lead.uncalledSince ? "Waiting for a call" : "Still open",
    callback: "To be called back",
    customer: "New customer",
    archived: "Archived",
  };
  return <span>{lead.isTest ? "A test of the form" : words[lead.state]}</span>;
}

type CardProps = { detail: LeadDetail; timeZone: string; look: string | null };

function ContactCard({ detail, timeZone, look }: CardProps) {
  const { lead } = detail;
  const [enquiry] = detail.enquiries;
  return (
    <section className={styles.box} aria-label="Contact">
      <When lead={lead} timeZone={timeZone} />
      {lead.phone && (
        <p className={styles.number}>
          <a href={`tel:${lead.phone}`}>{phoneText(lead.phone)}</a>
          <CopyButton text={phoneText(lead.phone)} />
        </p>
      )}
      {lead.email && (
        <p>
          <a href={`mailto:${lead.email}`}>{lead.email}</a>
        </p>
      )}
      {enquiry && isOtherName(enquiry, lead) && (
        <p>
          This time asked as <strong>{nameOf(enquiry)}</strong>.
        </p>
      )}
      {enquiry && enquiry.answers.length > 0 && (
        <dl className={styles.answers}>
          {enquiry.answers.map(({ name, values }) => (
            <div key={name}>
              <dt>{name.replaceAll("_", " ")}</dt>
              <dd>{values.join(", ")}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.from}>
        {[enquiry?.campaign, enquiry?.source].filter(Boolean).join(" · ") || "Entered by hand"}
      </p>
      {detail.maybeSameAs && (
        <p>
          Maybe the same person as{" "}
          <Link to={deskUrl(`/lms/lead?id=${detail.maybeSameAs}`, look)}>this lead</Link>.
        </p>
      )}
      {!look && <Call lead={lead} timeZone={timeZone} />}
      {enquiry && <DelaySplit enquiry={enquiry} timeZone={timeZone} />}
      {!look && <Deeds lead={lead} />}
    </section>
  );
}

function Call({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const [putOff, setPutOff] = useState<string | null>(null);
  const call = lead.openCall;
  if (!call) {
    if (!lead.phone) return null;
    return <CallButton lead={lead} look={lead.uncalledSince ? "solid" : "outline"} />;
  }
  const onPutOff = call._id === putOff ? undefined : () => setPutOff(call._id);
  return <OutcomePanel lead={lead} timeZone={timeZone} onPutOff={onPutOff} />;
}

/** Families share phones: a differing name is said, and nobody is renamed by it. */
function isOtherName(enquiry: Enquiry, lead: Lead): boolean {
  return nameOf(enquiry).toLowerCase() !== nameOf(lead).toLowerCase();
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

function When({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const now = useNow();
  if (lead.uncalledSince) {
    const waitedMs = Math.max(0, now.getTime() - new Date(lead.uncalledSince).getTime());
    const sinceText = timeText(lead.uncalledSince, now, timeZone);
    return (
      <div className={`${styles.clock} ${statusClass(bucketOf(waitedMs))}`}>
        <Clock since={lead.uncalledSince} sinceText={sinceText} />
      </div>
    );
  }
  if (!lead.firstCalledAt) return null;
  const tookMs = new Date(lead.firstCalledAt).getTime() - new Date(lead.timeReceived).getTime();
  return (
    <p className={styles.took}>
      <TimelinessIcon bucket={bucketOf(tookMs)} />
      <strong>{timelinessWord(bucketOf(tookMs))}</strong> first called after {tookText(tookMs)}
    </p>
  );
}

function CopyButton({ text }: { text: string }) {
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label="Copy the number"
      onClick={() => {
        void navigator.clipboard
          ?.writeText(text)
          .then(() => showToast({ title: "Copied", message: text }));
      }}
    >
      <IconCopy size={18} stroke={1.75} aria-hidden />
    </button>
  );
}
