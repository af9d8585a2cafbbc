// A practice that texts its leads, as the tests of texts set it up, and the provider that posts to it.
import { and, asc, eq } from "drizzle-orm";
import { hostedFormWords } from "#content/messages.ts";
import { makeOpenHours } from "#server/db/make.ts";
import { texts, timeline } from "#server/db/schema.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { signInClient } from "./people.ts";
import { postSigned } from "./signed-post.ts";
import type { TestApp } from "./test-app.ts";

/** The practices' own numbers, each another, and none of a ringing practice. */
function practiceNumber(): string {
  opened = (opened + 1) % 200;
  return `+1${opened < 100 ? 386 : 239}55501${String(opened % 100).padStart(2, "0")}`;
}
let opened = 0;

/** In 727 and 941, which are in Eastern time; another number for each person. */
export function personPhone(): string {
  made = (made + 1) % 200;
  return `+1${made < 100 ? 727 : 941}55501${String(made % 100).padStart(2, "0")}`;
}
let made = 0;
let posted = 0;

/** A practice with a number, texts turned on, open from 8 to 8. */
export async function openTexting(testApp: TestApp) {
  const { deps, pool, clock } = testApp;
  const practice = await signInClient(testApp);
  const { clientId, token } = practice;
  const number = practiceNumber();
  const hours = { timeZone: "America/New_York", from: "08:00", to: "20:00" };
  await makeOpenHours(deps, clientId, hours);
  await pool.query("update clients set texts_on_at = $2, phone_number = $3 where id = $1", [
    clientId,
    clock.now,
    number,
  ]);

  return {
    ...practice,
    number,
    /** Someone sends the practice's form, which says that it may text them. */
    async ask(change: { firstName?: string; phone?: string; consent?: string | null } = {}) {
      const { firstName = "Ruth", phone = personPhone() } = change;
      const { consent = hostedFormWords.consent("The practice") } = change;
      // Another address, so that another name with the same number is another person.
      const email = `${firstName.toLowerCase()}-${crypto.randomUUID()}@example.com`;
      const at = { submittedAt: clock.now, receivedAt: clock.now };
      const { lead } = await deps.db.transaction((tx) =>
        receiveInquiry(deps, tx, {
          ...{ clientId, sourceId: null, campaignId: null, ...at, isTest: false },
          person: { firstName, lastName: "Whitfield", email, phone, answers: [] },
          ...(consent && { consent }),
        }),
      );
      return lead;
    },
    /** The provider posts a text to the practice's number; a new one unless `MessageSid` is given. */
    receive(from: string, body: string, more: Record<string, string> = {}, authToken?: string) {
      posted += 1;
      const fields = {
        ...{ MessageSid: `SM-in-${posted}`, From: from, To: number, Body: body },
        ...{ NumMedia: "0", NumSegments: "1", ...more },
      };
      return postSigned(testApp, `${deps.config.origin}/api/texts/inbound`, fields, authToken);
    },
    /** Someone writes a text. It is due when this returns, unless it is still to be undone. */
    async write(
      leadId: string,
      body: string,
      submissionId: string = crypto.randomUUID(),
      { isDue = true } = {},
    ) {
      const json = { submissionId, body };
      const written = await testApp.request("POST", `/api/leads/${leadId}/texts`, { token, json });
      if (isDue) clock.forward(8000);
      return written;
    },
    undo(leadId: string, textId: string) {
      const path = `/api/leads/${leadId}/texts/${textId}/undos`;
      return testApp.request("POST", path, { token, json: {} });
    },
    async textsOf(leadId: string) {
      const { body } = await testApp.request("GET", `/api/leads/${leadId}/texts`, { token });
      return body;
    },
    /** The provider reports about the newest text that it got. */
    report(status: string, more: Record<string, string> = {}) {
      const sent = testApp.texts.at(-1);
      return postSigned(testApp, sent?.statusCallback ?? "", {
        ...{ MessageSid: `SM${testApp.texts.length}`, MessageStatus: status, ...more },
      });
    },
    rows: () =>
      deps.db
        .select()
        .from(texts)
        .where(eq(texts.clientId, clientId))
        .orderBy(asc(texts.createdAt), asc(texts.id)),
    async kinds(leadId: string) {
      const entries = await deps.db
        .select({ kind: timeline.kind })
        .from(timeline)
        .where(and(eq(timeline.clientId, clientId), eq(timeline.leadId, leadId)))
        .orderBy(asc(timeline.id));
      return entries.map(({ kind }) => kind).filter((kind) => kind.startsWith("text"));
    },
  };
}
