// Makes the demo's starter templates and emails. The emails go to leads in every state,
// automatically and by hand.
import { and, desc, eq, lt } from "drizzle-orm";
import { mailMessages, notSentMessages } from "#content/messages.ts";
import { hourMs } from "#contract/durations.ts";
import type { MailState } from "#contract/mail.ts";
import { isOpenAt } from "#contract/open-time.ts";
import type { TemplateKind } from "#contract/templates.ts";
import { getMergeValues, getSender } from "#server/messages/mail/compose-email.ts";
import { recordMailState } from "#server/messages/mail/record-mail-state.ts";
import { fillLine, fillRichText } from "#server/messages/merge-fields/merge-fields.ts";
import { visibleLines } from "#server/messages/merge-fields/rich-text.ts";
import { addStarters } from "#server/messages/templates/templates.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import type { Tools } from "./make.ts";
import { inquiries, leads, mails, templates } from "./schema.ts";

type Practice = { clientId: string; accountId: string };
type Template = Awaited<ReturnType<typeof addStarters>>[number];

/** Leads newer than this haven't received their automatic emails yet. */
const newestLeadsMs = 2 * hourMs;

/** The delivery states of the automatic emails, counted from the newest. All others were sent. */
const deliveries: Record<number, { state: MailState; problem: string }> = {
  3: { state: "stopped", problem: notSentMessages.unsubscribed },
  // This one is old enough not to trigger the dashboard's alarm.
  48: { state: "unknown", problem: mailMessages.lost },
  55: { state: "failed", problem: "550 5.1.1 No such user here" },
};
const answered = 70;
/** One lead in this many also got an email by hand after an unsuccessful call. */
const manualEvery = 4;
const triedAfterMs = 12 * 60_000;

export async function seedMails(tools: Tools, practice: Practice): Promise<void> {
  const written = new Map<string, Template>();
  for (const kind of ["note", "email", "auto"] satisfies TemplateKind[]) {
    for (const template of await addStarters(tools, practice, kind)) {
      written.set(template.title, template);
    }
  }
  const answer = templateOf(written, "We got your request");
  const afterHours = templateOf(written, "After hours");
  const missedCall = templateOf(written, "Missed call");
  const asked = await tools.db
    .select({
      leadId: leads.id,
      inquiryId: inquiries.id,
      to: leads.email,
      at: inquiries.receivedAt,
    })
    .from(inquiries)
    .innerJoin(leads, and(eq(leads.clientId, inquiries.clientId), eq(leads.id, inquiries.leadId)))
    .where(
      and(
        eq(inquiries.clientId, practice.clientId),
        lt(inquiries.receivedAt, new Date(tools.now().getTime() - newestLeadsMs)),
      ),
    )
    .orderBy(desc(inquiries.receivedAt))
    .limit(answered);
  const hours = await getOpenHours(tools, practice.clientId, tools.now());
  const toWrite = asked.flatMap((one, place) => {
    const delivery = deliveries[place] ?? { state: "sent" as const, problem: null };
    const template = isOpenAt(one.at, hours) ? answer : afterHours;
    const first = { template, told: { ...one, ...delivery, isByHand: false } };
    if (place % manualEvery > 0) return [first];
    const at = new Date(one.at.getTime() + triedAfterMs);
    const sent = { state: "sent" as const, problem: null, isByHand: true };
    return [first, { template: missedCall, told: { ...one, ...sent, at } }];
  });
  // Keys sort by time, and the logs are ordered by key, so emails are written in order of time.
  const inOrder = toWrite.toSorted((a, b) => a.told.at.getTime() - b.told.at.getTime());
  for (const { template, told } of inOrder) await writeMail(tools, practice, template, told);
  await tools.db
    .update(templates)
    .set({ isActive: true })
    .where(and(eq(templates.clientId, practice.clientId), eq(templates.kind, "auto")));
}

function templateOf(written: Map<string, Template>, title: string): Template {
  const template = written.get(title);
  if (!template) throw new Error(`No starter has the title ${title}`);
  return template;
}

type Told = {
  leadId: string;
  inquiryId: string;
  to: string;
  at: Date;
  state: MailState;
  problem: string | null;
  isByHand: boolean;
};

async function writeMail(tools: Tools, practice: Practice, template: Template, told: Told) {
  const { clientId, accountId } = practice;
  const { leadId, inquiryId, to, at, state, problem, isByHand } = told;
  await tools.db.transaction(async (tx) => {
    const sender = await getSender({ db: tx }, clientId);
    const values = await getMergeValues({ db: tx }, clientId, leadId, sender);
    const words = fillRichText(template.body, values);
    const leftAt = new Date(at.getTime() + 2_000);
    const [mail] = await tx
      .insert(mails)
      .values({
        clientId,
        subject: fillLine(template.subject, values),
        // The email layout is missing, because only the built app can render it.
        html: `<div style="padding:24px;font-family:Helvetica,Arial,sans-serif">${words}</div>`,
        text: visibleLines(words).join("\n"),
        kind: isByHand ? "lead" : "auto",
        causeKey: isByHand ? `demo:${leadId}` : `auto:${inquiryId}:${template._id}`,
        ...{ to, state, problem, leadId, templateId: template._id },
        ...{ fromName: sender.fromName, replyTo: sender.replyTo },
        accountId: isByHand ? accountId : null,
        inquiryId: isByHand ? null : inquiryId,
        attempts: state === "stopped" ? 0 : 1,
        createdAt: at,
        sendingAt: state === "stopped" ? null : leftAt,
        sentAt: state === "sent" ? leftAt : null,
      })
      .returning();
    if (!mail) throw new Error("The email was not stored");
    const by = isByHand ? accountId : null;
    await recordMailState({ now: () => at }, tx, mail, "queued", by);
    await recordMailState({ now: () => leftAt }, tx, mail, state, by);
  });
}
