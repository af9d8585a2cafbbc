// The owner's reply templates, and those in a sender's language filled in for a contact request.
import { packageTitle } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import { languages } from "#contract/languages.ts";
import { officeMomentText } from "#contract/office-hours.ts";
import type { ReplyTemplate } from "#contract/reply-templates.ts";
import type { Config } from "#server/config.ts";
import { safeFirstName } from "#server/documents/greeting/safe-greeting.ts";
import { callTimeOf } from "#server/messages/mail/call-invite.ts";
import { renderEmail } from "#server/messages/mail/render-email.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";

type Tools = { config: Pick<Config, "origin" | "replyTemplates"> };

/** Returns the templates in every language: the built-in ones until an owner changes them. */
export function listReplyTemplates({ config }: Tools): ReplyTemplate[] {
  const builtIn = languages.flatMap((language) =>
    visitorWords[language].replyTemplates.map(({ kinds, text, ...template }) => ({
      ...template,
      language,
      kinds: [...kinds],
      text: text.trim(),
    })),
  );
  return config.replyTemplates ?? builtIn;
}

/**
 * Fills in the templates for the request's kind and language; one with a calendar file needs a call
 * time.
 */
export async function fillReplyTemplates(
  tools: Tools,
  row: ContactRequestRow,
  owner: string,
): Promise<ContactRequestDetail["templates"]> {
  const { language } = row;
  const { site: words } = visitorWords[language];
  const hours = { ...site.officeHours, zoneName: words.zoneName };
  const callAt = callTimeOf(row);
  const chosen = toContactRequest(row).package;
  // In Liquid, an empty text counts as true, so a missing value is null.
  const fields = {
    firstName: safeFirstName(row.fullName) ?? { en: "there", es: null }[language],
    package: (chosen && packageTitle(chosen)) ?? null,
    callTime: callAt ? officeMomentText(callAt, hours, language) : null,
    phone: row.phone || null,
    link: `${tools.config.origin}${words.root}/get-started`,
    owner,
  };
  const offered = listReplyTemplates(tools).filter(
    (one) =>
      one.language === language &&
      one.kinds.includes(row.kind) &&
      (callAt || !one.hasInvite) &&
      (row.phone || !/\{\{ *phone/.test(one.text)),
  );
  return Promise.all(
    offered.map(async ({ name, hasInvite, text }) => ({
      name,
      hasInvite,
      text: (await renderEmail({ subject: "", text }, fields)).text,
    })),
  );
}
