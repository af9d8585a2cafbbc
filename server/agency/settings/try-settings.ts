// Tests settings from the screen, saved or not, so that a wrong password is found before an email
// fails.

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { settingsMessages as messages, settingsWords } from "#content/console/settings.ts";
import { settingsTest } from "#content/emails/settings-test.ts";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import { customerIdText } from "#contract/google-ads.ts";
import type { SettingsTest } from "#contract/settings.ts";
import { ownerNameOf } from "#server/agency/contact-requests/answers.ts";
import type { Config } from "#server/config.ts";
import { accounts } from "#server/db/schema.ts";
import type { Deps, FromSettings } from "#server/deps.ts";
import { isUsNumber } from "#server/desk/phone/area-codes.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";
import { quotable } from "#server/messages/mail/quotable.ts";
import { type EmailWords, renderEmail } from "#server/messages/mail/render-email.ts";
import { CalendarFailure } from "#server/outside/calendar-feed.ts";
import { CaptchaUnavailable } from "#server/outside/captcha.ts";
import { GoogleAdsRefusal, isGoogleAdsSetUp, openGoogleAds } from "#server/outside/google-ads.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import type { Delivery } from "#server/outside/mail.ts";
import { audit } from "#server/records/audit/audit.ts";
import { mergeChange } from "./merge-change.ts";
import { readBusyTimes } from "./read-calendar.ts";
import { readStored, type StoredSettings, withStored } from "./stored.ts";
import { storeTokenExpiry } from "./token-expiry.ts";
import { tryPush } from "./try-push.ts";

type Tried = { config: Config; outside: FromSettings };

/**
 * Handles `POST /api/admin/settings/tests`. Returns a sentence that says what worked. Throws
 * `conflict` with what didn't, and `invalid` for a missing secret.
 */
export async function trySettings(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  change: SettingsTest,
): Promise<string> {
  await deps.limits.count("settingsTestPerOwner", accountId);
  const { machine, open } = deps.settings;
  const { part } = change;
  await audit(deps, deps.db, { action: "settings_tested", accountId, address, detail: { part } });
  if (change.part === "push") return tryPush(deps);
  const stored = await readStored(deps);
  const merged = mergeChange(stored, change, machine);
  if (change.part === "calendar") return tryCalendar(deps, merged.secrets.feedUrl ?? "");
  const config = withStored(machine, { ...stored, [part]: merged } as StoredSettings);
  const tried = { config, outside: open(config) };
  if (part === "mail") return tryMail(deps, tried, accountId);
  if (part === "replies") return tryReply(deps, tried, accountId);
  if (part === "texts") return tryTexts(tried, change.testTo);
  if (part === "googleAds") return tryGoogleAds(tried);
  return part === "captcha" ? tryCaptcha(tried) : tryMeta(deps, tried);
}

async function tryMail(deps: Deps, tried: Tried, accountId: string) {
  if (!tried.outside.mailServer) throw refusal(messages.mail.none);
  const to = await sendToOwner(deps, tried, accountId, { ...settingsTest, replyTo: null });
  return messages.mail.sent(to);
}

/** Sends what a person would get who asked on the marketing site. */
async function tryReply(deps: Deps, tried: Tried, accountId: string) {
  const { config, outside } = tried;
  if (!outside.mailServer) throw refusal(messages.replies.none);
  const sample = await renderEmail(visitorWords.en.replyEmail, {
    ...{ text: settingsWords.replies.sample, signature: config.replies.signature },
    owner: await ownerNameOf(deps.db, accountId),
    ...{ agency: site.mailName, phone: site.phone },
  });
  const replyTo = agencyReplyTo(tried);
  const to = await sendToOwner(deps, tried, accountId, { ...sample, replyTo });
  return messages.replies.sent(to, replyTo);
}

/**
 * Sends an email without the queue, while the owner waits for the mail server's response. Returns
 * their address.
 */
async function sendToOwner(
  deps: Deps,
  { config, outside: { mailServer } }: Tried,
  accountId: string,
  email: EmailWords & { replyTo: string | null },
): Promise<string> {
  const [owner] = await deps.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!owner || !mailServer) throw new AppError("unauthorized");
  const delivery = await mailServer.deliver({
    messageId: `<${randomUUID()}@${new URL(config.origin).hostname}>`,
    from: { name: site.mailName, address: config.mailFrom ?? site.email },
    to: owner.email,
    ...email,
    html: null,
  });
  if (delivery.result === "sent") return owner.email;
  throw refusal(problemOf(delivery));
}

function problemOf(delivery: Exclude<Delivery, { result: "sent" }>): string {
  const { step = "email", problem } = delivery;
  if (step === "email") return messages.mail.refused(quotable(problem));
  return messages.mail[step];
}

async function tryCalendar(deps: Deps, feedUrl: string) {
  try {
    const busy = await readBusyTimes(deps, feedUrl);
    return messages.calendar.works(busy.length, deps.config.calls.daysAhead);
  } catch (error) {
    if (error instanceof CalendarFailure) throw refusal(messages.calendar[error.problem]);
    throw error;
  }
}

/** Sends a text to the number that the owner entered next to the button. */
async function tryTexts({ outside }: Tried, to: string | undefined) {
  const { texts: words } = messages;
  if (!to) throw new AppError("invalid", { fields: { testTo: "required" } });
  // Prevents toll fraud: a stolen session must not send texts all over the world.
  if (!isUsNumber(to)) throw refusal(words.notUs);
  if (!outside.texts) throw refusal(words.none);
  const answer = await outside.texts.send({ to, body: words.test });
  if (answer.result === "accepted") return words.sent(to);
  throw refusal(words[answer.result === "refused" ? answer.problem : answer.result]);
}

/**
 * Sends a made-up solution, because there is no visitor. A provider that knows the secret rejects
 * only the solution.
 */
async function tryCaptcha({ config, outside }: Tried) {
  if (config.captcha.provider === "altcha") return messages.captcha.own;
  if (!outside.captcha.isOn) throw refusal(messages.captcha.off);
  try {
    await outside.captcha.check("a made-up solution");
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    const isKey = /secret|sitekey/.test(error.message);
    throw refusal(isKey ? messages.captcha.wrongKey : messages.captcha.unreachable);
  }
  return messages.captcha.works;
}

async function tryMeta(deps: Deps, { config, outside }: Tried) {
  const { pageToken, appSecret } = config.meta;
  if (!pageToken) throw refusal(messages.meta.noToken);
  try {
    await outside.graphPages.checkToken(pageToken);
    await storeTokenExpiry(deps, outside, pageToken);
    const pages = await outside.graphPages.listPages(pageToken);
    if (pages.length === 0) throw refusal(messages.meta.noPages);
    if (appSecret) await checkSecret(outside, pageToken, appSecret);
    const names = pages.slice(0, 3).map(({ name }) => name);
    const works = messages.meta.works(names, pages.length - names.length);
    return appSecret ? works : `${works} ${messages.meta.noSecret}`;
  } catch (error) {
    if (!(error instanceof GraphRefusal)) throw error;
    if (error.isTokenRefused) throw refusal(messages.meta.tokenRefused);
    throw refusal(error.isForGood ? messages.meta.refused : messages.meta.unreachable);
  }
}

async function checkSecret({ graphPages }: FromSettings, pageToken: string, appSecret: string) {
  await graphPages.checkToken(pageToken, appSecret).catch((error: unknown) => {
    const isWrong = error instanceof GraphRefusal && error.isForGood;
    throw isWrong ? refusal(messages.meta.wrongSecret) : error;
  });
}

/** Requests the manager account's name, if there is one: only an accessible account returns it. */
async function tryGoogleAds({ config: { googleAds } }: Tried) {
  const { googleAds: words } = messages;
  if (!isGoogleAdsSetUp(googleAds)) throw refusal(words.incomplete);
  try {
    const google = await openGoogleAds(googleAds);
    const customers = await google.listCustomers();
    if (customers.length === 0) throw refusal(words.noAccounts);
    if (googleAds.managerId) {
      const name = await google.nameOf(googleAds.managerId);
      return words.worksAsManager(name === googleAds.managerId ? customerIdText(name) : name);
    }
    const shown = customers.slice(0, 3).map(customerIdText);
    return words.works(shown, customers.length - shown.length);
  } catch (error) {
    if (!(error instanceof GoogleAdsRefusal)) throw error;
    throw refusal(words.problems[error.about]);
  }
}

function refusal(sentence: string): AppError {
  return new AppError("conflict", { sentence });
}
