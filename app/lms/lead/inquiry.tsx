// One inquiry: its name, interest, answers and consent.
import { nameOf } from "#app/lms/shell/names.tsx";
import { AtTime } from "#app/ui/at-time.tsx";
import { inquiryWords } from "#content/desk/lead.ts";
import { isMessage } from "#contract/fields-in-answers.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import type { Lead } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./inquiry.module.css";
import { SplitButton } from "./split-button.tsx";
import { answerText, questionText, unrepeatedAnswers } from "./unrepeated-answers.ts";

/**
 * Shows the person's own words, with the message first; nothing if there are none. `isFirst`:
 * whether the page is about this inquiry, so that its first text is large.
 */
export function OwnWords({
  inquiry,
  lead,
  isFirst = false,
}: {
  inquiry: Inquiry;
  lead: Lead;
  isFirst?: boolean;
}) {
  const words = ownWordsOf(inquiry, lead);
  if (words.length === 0) return null;
  return (
    <dl className={`${styles.words} ${isFirst ? styles.first : ""}`}>
      {words.map(({ name, values }) => (
        <div key={name} data-quoted={isMessage(name) || undefined}>
          <dt dir="auto">{questionText(name)}</dt>
          <dd dir="auto">{answerText(name, values)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the answers that say more than the contact card, messages first. */
export function ownWordsOf(inquiry: Inquiry, lead: Lead): Inquiry["answers"] {
  const { firstName, lastName, answers } = inquiry;
  const email = inquiry.email || lead.email;
  const phone = inquiry.phone || lead.phone;
  const onCard = { ...lead, firstName, lastName, email, phone };
  return unrepeatedAnswers(answers, onCard).toSorted(
    (a, b) => Number(isMessage(b.name)) - Number(isMessage(a.name)),
  );
}

/**
 * Returns whether the inquiry has a different name than the lead. Such a name is shown but doesn't
 * rename the lead, because families share phones.
 */
export function isOtherName(inquiry: Inquiry, lead: Lead): boolean {
  const name = nameOf(inquiry).toLowerCase();
  return name !== "" && name !== nameOf(lead).toLowerCase();
}

/**
 * Returns the inquiry's phone number and email address, formatted, if they differ from the lead's.
 */
export function otherAddresses(inquiry: Inquiry, lead: Lead): string[] {
  const { phone, email } = inquiry;
  return [phone === lead.phone ? "" : phoneText(phone), email === lead.email ? "" : email].filter(
    Boolean,
  );
}

/** Shows all inquiries before the newest one, collapsed. */
export function EarlierInquiries({
  inquiries,
  olderCount,
  lead,
  timeZone,
}: {
  inquiries: Inquiry[];
  olderCount: number;
  lead: Lead;
  timeZone: string;
}) {
  if (inquiries.length === 0) return null;
  return (
    <section className={styles.earlier} aria-labelledby="earlier">
      <h2 id="earlier">{inquiryWords.earlier}</h2>
      <ul>
        {inquiries.map((inquiry, at) => (
          <li key={inquiry._id}>
            <details>
              <summary>
                <AtTime at={inquiry.submittedAt} timeZone={timeZone} />
                {isOtherName(inquiry, lead) && (
                  <>
                    {" "}
                    {inquiryWords.as}{" "}
                    <strong>
                      <bdi>{nameOf(inquiry)}</bdi>
                    </strong>
                  </>
                )}
                <span> {fromText(inquiry)}</span>
              </summary>
              <OwnWords inquiry={inquiry} lead={lead} />
              {otherAddresses(inquiry, lead).map((text) => (
                <p key={text}>
                  {inquiryWords.gave} <bdi>{text}</bdi>.
                </p>
              ))}
              {isOtherName(inquiry, lead) && (olderCount > 0 || at < inquiries.length - 1) && (
                <SplitButton lead={lead} inquiry={inquiry} />
              )}
              <p>
                {inquiry.consent ? inquiryWords.agreedTo(inquiry.consent) : inquiryWords.noConsent}
              </p>
            </details>
          </li>
        ))}
      </ul>
      {olderCount > 0 && <p>{inquiryWords.older(olderCount)}</p>}
    </section>
  );
}

/** Returns a text such as "Clear aligners, Facebook form". */
export function fromText({ campaign, source, isTest }: Inquiry): string {
  const from = [campaign, source, isTest && inquiryWords.testLead].filter(Boolean);
  return from.join(", ") || inquiryWords.byHand;
}
