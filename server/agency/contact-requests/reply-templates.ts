// The owner's reply templates in the sender's language, filled in for one contact request.
import { packageTitle } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import { officeMomentText } from "#contract/office-hours.ts";
import { safeFirstName } from "#server/documents/greeting/safe-greeting.ts";
import { callTimeOf } from "#server/messages/mail/call-invite.ts";
import { renderEmail } from "#server/messages/mail/render-email.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";

/** Fills in the templates for the request's kind; one with a calendar file needs a call time. */
export async function fillReplyTemplates(
  row: ContactRequestRow,
  { origin, owner }: { origin: string; owner: string },
): Promise<ContactRequestDetail["templates"]> {
  const { language } = row;
  const { replyTemplates, site: words } = visitorWords[language];
  const hours = { ...site.officeHours, zoneName: words.zoneName };
  const callAt = callTimeOf(row);
  const chosen = toContactRequest(row).package;
  // In Liquid, an empty text counts as true, so a missing value is null.
  const fields = {
    firstName: safeFirstName(row.fullName) ?? { en: "there", es: null }[language],
    package: (chosen && packageTitle(chosen)) ?? null,
    callTime: callAt ? officeMomentText(callAt, hours, language) : null,
    phone: row.phone || null,
    link: `${origin}${words.root}/get-started`,
    owner,
  };
  const offered = replyTemplates.filter(
    ({ kinds, hasInvite, text }) =>
      kinds.includes(row.kind) && (callAt || !hasInvite) && (row.phone || !/\{\{ phone/.test(text)),
  );
  return Promise.all(
    offered.map(async ({ name, hasInvite, text }) => ({
      name,
      hasInvite,
      text: (await renderEmail({ subject: "", text }, fields)).text,
    })),
  );
}
