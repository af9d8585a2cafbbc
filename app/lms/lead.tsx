// A lead's page, opened from a row or an alert before or after a call: the number and the request,
// the call's outcome in one tap, and the conversation. Without an id, it is the form that adds a
// lead. It must handle a mistyped number, a call logged twice, and no connection.
import { useEffect, useState } from "react";
import { redirect, redirectDocument, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { signInUrl } from "#app/next-path.ts";
import { askApi, bodyOf, isLockedOut } from "#app/ui/ask-api.ts";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead, useGoBack } from "#app/ui/shell.tsx";
import { addLeadWords, contactWords, leadWords } from "#content/desk/lead.ts";
import { shellWords } from "#content/desk/shell.ts";
import { uuid } from "#contract/fields.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { Lead } from "#contract/leads.ts";
import type { Route } from "./+types/lead.ts";
import { AddLead } from "./lead/add-lead.tsx";
import { ContactCard } from "./lead/contact-card.tsx";
import { Conversation } from "./lead/conversation.tsx";
import { useLiveDetail } from "./lead/use-live-detail.ts";
import styles from "./lead.module.css";
import { useSend } from "./shell/desk-bus.tsx";
import { type Desk, deskUrl, useDesk, viewAsOf } from "./shell/desk-context.ts";
import { useFirstSeen } from "./shell/first-seen.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { useShowsLeads } from "./shell/leads-on-screen.ts";
import { survivorOf } from "./shell/merged-leads.ts";
import { callName, plainName } from "./shell/names.tsx";
import { usePresence, useReportPresence } from "./shell/presence.ts";
import { PresentViewer } from "./shell/present-viewer.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) => {
  const lead = loaderData?.detail?.lead;
  const others = error ? leadWords.notFound : addLeadWords.title;
  // On a shared device the title doesn't contain the name, because the browser's history would show
  // it.
  const desk = matches.find((one) => one?.id === "lms/layout")?.loaderData as Partial<Desk>;
  const name = lead && (desk?.device ? leadWords.oneLead : plainName(callName(lead)));
  const title = name ?? others;
  return [{ title: shellWords.tab(title) }];
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const said = new URL(request.url).searchParams.get("id");
  const now = new Date().toISOString();
  if (!said) return { detail: null, now };
  // The id becomes part of a path, so anything but a UUID is rejected.
  const id = uuid.safeParse(said).data;
  if (!id) throw new Response(null, { status: 404 });
  const query = viewAsOf(request);
  const answer = await context.get(apiContext).leads[":id"].$get({ param: { id }, query });
  const survivor = survivorOf(answer);
  if (survivor) throw redirect(urlOf(request, survivor));
  if (await isLockedOut(answer)) throw redirectDocument(signInUrl("/lms/locked", request));
  if (answer.status === 401 || answer.status === 403) throw redirect("/lms");
  if (!answer.ok) throw new Response(null, { status: answer.status === 422 ? 404 : answer.status });
  return { detail: await bodyOf(answer), now };
}

/** Returns this page's URL for the lead that this one was merged into. */
function urlOf(request: Request, leadId: string): string {
  const { searchParams } = new URL(request.url);
  searchParams.set("id", leadId);
  // The URL may contain React Router's own parameter, which says which loaders to run.
  searchParams.delete("_routes");
  return `/lms/lead?${searchParams}`;
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export { LeadGone as ErrorBoundary } from "./lists/lead-gone.tsx";

export default function LeadPage({ loaderData }: Route.ComponentProps) {
  const { viewAs } = useDesk();
  const [search] = useSearchParams();
  const id = search.get("id");
  const known = useLastGood(loaderData, `lead ${id}`);
  if (!id) return viewAs ? <NothingHere /> : <AddLead />;
  if (!known?.detail) return <NothingHere />;
  return (
    <NowProvider serverNow={known.now}>
      <KnownLead key={id} detail={known.detail} now={known.now} />
    </NowProvider>
  );
}

/** Shown if the connection was lost before the lead could be loaded. */
function NothingHere() {
  return (
    <>
      <ShellHead title={leadWords.oneLead} />
      <main className={styles.box}>
        <LoadFailed>{leadWords.failed}</LoadFailed>
      </main>
    </>
  );
}

function KnownLead(loaded: { detail: LeadDetail; now: string }) {
  const detail = useLiveDetail(loaded);
  const { viewAs } = useDesk();
  const { lead } = detail;
  const home = deskUrl("/lms/dashboard", viewAs);
  const goBack = useGoBack(home);
  const send = useSend();
  useKeys({
    c: viewAs ? null : () => send({ type: "callLead", leadId: lead._id }),
    e: viewAs ? null : () => send({ type: "archiveLead", leadId: lead._id }),
    Escape: goBack,
  });
  useReportPresence(lead._id, !viewAs);
  useShowsLeads([lead._id]);
  const viewer = usePresence(viewAs).get(lead._id);
  useEffect(() => {
    if (viewAs) return;
    // "First seen" has this path in the API. cspell:ignore sightings
    void askApi(() => api.leads[":id"].sightings.$post({ param: { id: lead._id } }));
  }, [lead._id, viewAs]);
  // Opening the page marks the lead as seen. If another inquiry arrives while the page is open,
  // `useFirstSeen` marks that one.
  const [openedOn] = useState(lead.date);
  useFirstSeen(viewAs || lead.date === openedOn ? [] : [lead], () => true);
  return (
    <>
      <ShellHead title={callName(lead)} back={home}>
        {viewer && <PresentViewer viewer={viewer} />}
        <State lead={lead} />
      </ShellHead>
      <main className={styles.columns}>
        <ContactCard detail={detail} />
        <Conversation detail={detail} />
      </main>
    </>
  );
}

function State({ lead }: { lead: Lead }) {
  const words = {
    ...leadWords.states,
    new: lead.uncalledSince ? leadWords.states.waiting : leadWords.states.open,
    ...(lead.doNotCall && { new: contactWords.doNotCall, callback: contactWords.doNotCall }),
  };
  return <span>{lead.isTest ? words.test : words[lead.state]}</span>;
}
