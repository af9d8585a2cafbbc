// A template as a lead would read it: shown to its author, or emailed to them.
import { samplePractice } from "#content/templates.ts";
import type { Preview, PreviewRequest, TestRequest } from "#contract/templates.ts";
import type { Deps } from "#server/deps.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import {
  composeEmail,
  getMergeValues,
  getSender,
  sampleValues,
} from "#server/messages/mail/compose-email.ts";
import { queueWritten } from "#server/messages/mail/mail.ts";
import { checkWords } from "#server/messages/merge-fields/check-words.ts";
import { inlinePictures, refuseUnknownPictures } from "#server/messages/pictures/pictures.ts";
import { getAccountEmail } from "#server/people/accounts.ts";

/**
 * Throws `invalid` for the same mistakes as saving, `not_found` for another practice's lead, and
 * `too_many_requests` after too many previews.
 */
export async function previewTemplate(
  deps: Deps,
  client: SignedInClient,
  request: PreviewRequest,
): Promise<Preview> {
  await deps.limits.count("previewPerPractice", client.clientId);
  const letter = await writePreview(deps, client, request);
  return { ...letter, html: await inlinePictures(deps, client.clientId, letter.html) };
}

async function writePreview(
  deps: Deps,
  client: SignedInClient,
  request: PreviewRequest,
): Promise<Preview> {
  const words = { ...checkWords(request), language: request.language };
  await refuseUnknownPictures(deps, client.clientId, words.body);
  const sender = await getSender(deps, client.clientId);
  const values = request.leadId
    ? await getMergeValues(deps, client.clientId, request.leadId, sender, request.to)
    : sampleValues(sender);
  // The link is shown, but has no effect.
  const unsubscribeUrl = request.kind === "auto" ? `${deps.config.origin}/unsubscribe` : null;
  const letter = await composeEmail(words, values, sender, unsubscribeUrl);
  return {
    ...letter,
    from: sender.fromName,
    replyTo: sender.replyTo,
    to: values["lead.email"],
  };
}

/**
 * Previews a template of the owner's with a sample lead and practice. Throws `invalid` for the same
 * mistakes as saving.
 */
export async function previewSample({
  kind,
  language,
  ...written
}: PreviewRequest): Promise<Preview> {
  const words = { ...checkWords(written), language };
  const values = sampleValues(samplePractice);
  // The sample practice has no page to link to.
  const unsubscribeUrl = kind === "auto" ? "https://example.com/unsubscribe" : null;
  const letter = await composeEmail(words, values, samplePractice, unsubscribeUrl);
  const { fromName: from, replyTo } = samplePractice;
  return { ...letter, from, replyTo, to: values["lead.email"] };
}

/** Emails the preview only to the caller. Returns the address. */
export async function sendTest(
  deps: Deps,
  client: SignedInClient,
  request: TestRequest,
): Promise<string> {
  await deps.limits.count("testMailPerAccount", client.accountId);
  const preview = await writePreview(deps, client, request);
  const to = await getAccountEmail(deps, client.accountId);
  await deps.db.transaction((tx) =>
    queueWritten(deps, tx, {
      clientId: client.clientId,
      kind: "template-test",
      to,
      fromName: preview.from,
      replyTo: preview.replyTo,
      subject: preview.subject,
      text: preview.text,
      html: preview.html,
    }),
  );
  return to;
}
