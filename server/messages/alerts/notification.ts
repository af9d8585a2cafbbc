// The text of notifications, texts and emails about a lead. Anyone can type anything into a form,
// so a name that doesn't look like one is left out.
import { createHash } from "node:crypto";
import { alertWords } from "#content/alerts.ts";
import type { PushPayload } from "#contract/alerts.ts";
import { clockText } from "#contract/moment-text.ts";
import type { Step } from "#server/desk/leads/alert-verdict.ts";
import { plainName } from "#server/documents/greeting/safe-greeting.ts";

export type PracticeWords = { name: string; timeZone: string; showsCampaign: boolean };

/**
 * What a message is about. `burstCount`: the number of leads in a burst, whose message has no
 * names.
 */
export type About = {
  step: Exclude<Step, "closed">;
  burstCount: number | null;
  leadId: string;
  firstName: string;
  submittedAt: Date;
  callBackAt: Date | null;
  campaign: string | null;
  /** The first name of the person who called. */
  calledBy?: string;
};

export function pushPayload(id: string, about: About, practice: PracticeWords): PushPayload {
  const { leadId, burstCount } = about;
  const isSilent = about.step === "called";
  if (burstCount !== null) {
    const { burst, callbacks, burstBody: body } = alertWords;
    const title = about.step === "callback" ? callbacks(burstCount) : burst(burstCount);
    return { _id: id, title, body, url: "/lms/dashboard", tag: "leads", isSilent };
  }
  // A later call doesn't replace it.
  if (about.step === "text") {
    const { title, body } = alertWords.text;
    return { _id: id, title, body, url: `/lms/lead?id=${leadId}`, tag: textTag(about), isSilent };
  }
  const tag = `lead-${leadId}`;
  // The page opens with its call button focused, unless someone has called.
  const url = `/lms/lead?id=${leadId}${isSilent ? "" : "#call"}`;
  if (about.step === "missed_call") {
    return { _id: id, ...alertWords.missedCall, url, tag, isSilent };
  }
  return { _id: id, ...wordsOf(about, practice), url, tag, isSilent };
}

/**
 * Returns the payload for a shared device, without names and with a page that asks who is using it.
 */
export function sharedPayload(id: string, about: About): PushPayload {
  const { step, leadId, burstCount } = about;
  const { text } = alertWords;
  if (step === "text") {
    const url = "/lms/dashboard";
    return { _id: id, title: text.title, body: "", url, tag: textTag(about), isSilent: false };
  }
  const tag = burstCount === null ? `lead-${leadId}` : "leads";
  return {
    ...{ _id: id, title: sharedTitle(step), body: "", url: "/lms/dashboard" },
    ...{ tag, isSilent: step === "called" },
  };
}

function sharedTitle(step: About["step"]): string {
  const { shared, missedCall } = alertWords;
  if (step === "missed_call") return missedCall.title;
  return step === "callback" || step === "called" ? shared[step] : shared.newLead;
}

function textTag({ leadId }: About): string {
  return `text-${leadId}`;
}

function wordsOf(about: About, { timeZone, showsCampaign }: PracticeWords) {
  const name = plainName(about.firstName);
  if (about.step === "called") {
    return {
      title: alertWords.called(about.calledBy ?? ""),
      body: name ? alertWords.calledBody(name) : alertWords.calledSomebody,
    };
  }
  if (about.step === "callback") {
    return {
      title: name ? alertWords.callback(name) : alertWords.callbackOfSomebody,
      body: alertWords.promised(clockText(about.callBackAt ?? about.submittedAt, timeZone)),
    };
  }
  const campaign = showsCampaign ? about.campaign : null;
  return {
    title: name ? alertWords.newLead(name) : alertWords.somebody,
    body: alertWords.asked(clockText(about.submittedAt, timeZone), campaign),
  };
}

/** Writes a text with only a first name and a link, because anyone can read a lock screen. */
export function textBody(about: About, origin: string): string {
  const { texts } = alertWords;
  if (about.burstCount !== null) return texts.burst(about.burstCount, linkTo(origin, {}, null));
  const name = plainName(about.firstName);
  const link = linkTo(origin, about, null);
  return name ? texts.unseen(name, link) : texts.unseenSomebody(link);
}

/** Links to the lead's page or the dashboard, in "view as" for the owner. */
export function linkTo(origin: string, { leadId }: { leadId?: string }, viewAs: string | null) {
  const url = new URL(origin + (leadId ? "/lms/lead" : "/lms/dashboard"));
  if (leadId) url.searchParams.set("id", leadId);
  if (viewAs) url.searchParams.set("client", viewAs);
  return url.href;
}

/**
 * Returns a message's topic, which may have 32 base64url characters (RFC 8030). A message with the
 * same topic replaces one that the device hasn't received yet.
 */
export function topicOf(tag: string): string {
  return createHash("sha256").update(tag).digest("base64url").slice(0, 32);
}
