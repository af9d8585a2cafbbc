// Who comes: the front desk, from a row or an alert, about to call or back from a call. First: the
// number, and what the person wants. Then: what came of the call, in one tap. Wrong: a mistyped
// number, a call entered twice, no line. Without an id it is the place to add somebody by hand.
import { IconCopy, IconPencil, IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, redirect, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { askApi, bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Clock } from "#app/ui/clock.tsx";
import { tookText } from "#app/ui/clock-text.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, useForm } from "#app/ui/form.tsx";
import { NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { deskWords } from "#content/desk.ts";
import {
  Archiving,
  type Enquiry,
  type Lead,
  LeadChange,
  type LeadDetail,
  NewLead,
} from "#contract/leads.ts";
import { bucketOf } from "#contract/timeliness.ts";
import type { Route } from "./+types/lead.ts";
import { CallButton, OutcomePanel } from "./call-panel.tsx";
import { deskUrl, lookOf, useDesk } from "./desk.ts";
import { askServer, useLastGood } from "./last-good.ts";
import { DelaySplit } from "./lead/delay-split.tsx";
import { Timeline } from "./lead/timeline.tsx";
import styles from "./lead.module.css";
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
  useEffect(() => {
    if (look) return;
    void askApi(() => api.leads[":id"].sightings.$post({ param: { id: lead._id } }));
  }, [lead._id, look]);
  return (
    <>
      <ShellHead title={`${lead.firstName} ${lead.lastName}`.trim() || "A lead"}>
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

/** What else can be done with a lead; each can be undone. */
function Deeds({ lead }: { lead: Lead }) {
  const [isMending, setIsMending] = useState(false);
  const [isArchiving, setIsArchiving] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const param = { id: lead._id };

  async function restore() {
    await askApi(() => api.leads[":id"].restore.$post({ param }));
    await revalidate();
  }

  async function remove() {
    // Away first: the news of the deletion would fetch a lead that is no longer there.
    await navigate("/lms/dashboard");
    const outcome = await askApi(() => api.leads[":id"].$delete({ param }));
    if (!outcome.isDone) return showToast({ title: "Error", message: outcome.refusal.message });
    showToast({
      title: "Deleted.",
      seconds: 8,
      action: {
        label: "Undo",
        onPress: () => void restore().then(() => navigate(`/lms/lead?id=${lead._id}`)),
      },
    });
  }

  return (
    <div className={styles.deeds}>
      <Button look="quiet" onClick={() => setIsMending(true)}>
        <IconPencil size={18} stroke={1.75} aria-hidden /> Mend
      </Button>
      {lead.state === "archived" ? (
        <Button look="quiet" onClick={() => void restore()}>
          Restore
        </Button>
      ) : (
        <Button look="quiet" onClick={() => setIsArchiving(true)}>
          Archive
        </Button>
      )}
      <Button look="quiet" onClick={() => void remove()}>
        <IconTrash size={18} stroke={1.75} aria-hidden /> Delete
      </Button>
      <Dialog isOpen={isMending} onClose={() => setIsMending(false)} title="Mend name or number">
        {isMending && <MendForm lead={lead} onDone={() => setIsMending(false)} />}
      </Dialog>
      <Dialog isOpen={isArchiving} onClose={() => setIsArchiving(false)} title="Archive this lead">
        {isArchiving && <ArchiveForm lead={lead} onDone={() => setIsArchiving(false)} />}
      </Dialog>
    </div>
  );
}

function MendForm({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: LeadChange,
    send: (json) => api.leads[":id"].$patch({ param: { id: lead._id }, json }),
    onDone() {
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label="Mend">
      <TextField name="firstName" label="First name" defaultValue={lead.firstName} isRequired />
      <TextField name="lastName" label="Last name" defaultValue={lead.lastName} />
      <TextField name="phone" label="Phone" type="tel" defaultValue={phoneText(lead.phone)} />
      <TextField name="email" label="E-mail" type="email" defaultValue={lead.email} />
      <FormEnd label="Save" sendingLabel="Saving …">
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </FormEnd>
    </Form>
  );
}

function ArchiveForm({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: Archiving,
    send: (json) => api.leads[":id"].archive.$post({ param: { id: lead._id }, json }),
    onDone() {
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label="Archive">
      <TextField
        name="reason"
        label="Reason"
        help={lead.uncalledSince ? "Its clock runs on: only a call stops it." : undefined}
        isRequired
      />
      <FormEnd label="Archive" sendingLabel="Archiving …">
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </FormEnd>
    </Form>
  );
}

function AddLead() {
  const navigate = useNavigate();
  const form = useForm({
    schema: NewLead,
    send: (json) => api.leads.$post({ json }),
    onDone: ({ lead }) => void navigate(`/lms/lead?id=${lead._id}`, { replace: true }),
  });
  return (
    <>
      <ShellHead title="Add a lead" />
      <main className={styles.box}>
        <p className={styles.hint}>
          For somebody who walked in or phoned. Nobody pressed Submit, so there is no clock, and no
          figure of calls on time counts it.
        </p>
        <Form form={form} aria-label="Add a lead">
          <TextField name="firstName" label="First name" autoComplete="off" isRequired />
          <TextField name="lastName" label="Last name" autoComplete="off" />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="off"
            help="A number or an e-mail address is needed."
          />
          <TextField name="email" label="E-mail" type="email" autoComplete="off" />
          <FormEnd label="Add" sendingLabel="Adding …" />
        </Form>
      </main>
    </>
  );
}
