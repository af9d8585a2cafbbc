// One time that the person asked: in whose name, what for, in which words, under which consent.
import { nameOf } from "#app/lms/names.tsx";
import { exactText, timeText } from "#app/lms/times.ts";
import { useNow } from "#app/ui/now.tsx";
import { deskWords } from "#content/desk.ts";
import type { Enquiry, Lead } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./enquiry.module.css";
import { ownWords } from "./own-words.ts";

/** The person's own words; nothing when there are none. */
export function OwnWords({ enquiry, lead }: { enquiry: Enquiry; lead: Lead }) {
  const { firstName, lastName, answers } = enquiry;
  const email = enquiry.email || lead.email;
  const phone = enquiry.phone || lead.phone;
  const words = ownWords(answers, { firstName, lastName, email, phone });
  if (words.length === 0) return null;
  return (
    <dl className={styles.words}>
      {words.map(({ name, values }) => (
        <div key={name}>
          <dt dir="auto">{name.replaceAll("_", " ")}</dt>
          <dd dir="auto">{values.join(", ")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Families share phones: a differing name is said, and nobody is renamed by it. */
export function isOtherName(enquiry: Enquiry, lead: Lead): boolean {
  const name = nameOf(enquiry).toLowerCase();
  return name !== "" && name !== nameOf(lead).toLowerCase();
}

/** A number or an address that is not the lead's, as it is shown: there the person is reached too. */
export function otherAddresses(enquiry: Enquiry, lead: Lead): string[] {
  const { phone, email } = enquiry;
  return [phone === lead.phone ? "" : phoneText(phone), email === lead.email ? "" : email].filter(
    Boolean,
  );
}

/** The times before the newest one, folded up: what was wanted then. */
export function EarlierEnquiries({
  enquiries,
  olderCount,
  lead,
  timeZone,
}: {
  enquiries: Enquiry[];
  olderCount: number;
  lead: Lead;
  timeZone: string;
}) {
  const now = useNow();
  if (enquiries.length === 0) return null;
  return (
    <section className={styles.earlier} aria-labelledby="earlier">
      <h2 id="earlier">Asked before</h2>
      <ul>
        {enquiries.map((enquiry) => (
          <li key={enquiry._id}>
            <details>
              <summary>
                <time
                  dateTime={enquiry.submittedAt}
                  title={exactText(enquiry.submittedAt, timeZone)}
                  suppressHydrationWarning
                >
                  {timeText(enquiry.submittedAt, now, timeZone)}
                </time>
                {isOtherName(enquiry, lead) && (
                  <>
                    {" "}
                    as{" "}
                    <strong>
                      <bdi>{nameOf(enquiry)}</bdi>
                    </strong>
                  </>
                )}
                <span> {fromText(enquiry)}</span>
              </summary>
              <OwnWords enquiry={enquiry} lead={lead} />
              {otherAddresses(enquiry, lead).map((text) => (
                <p key={text}>
                  Gave <bdi>{text}</bdi>.
                </p>
              ))}
              <p>
                {enquiry.consent ? `Agreed to “${enquiry.consent}”` : "No consent text came along."}
              </p>
            </details>
          </li>
        ))}
      </ul>
      {olderCount > 0 && <p>{deskWords.olderEnquiries(olderCount)}</p>}
    </section>
  );
}

/** "Clear aligners, Facebook form" */
export function fromText({ campaign, source, isTest }: Enquiry): string {
  const from = [campaign, source, isTest && "a test of the form"].filter(Boolean);
  return from.join(", ") || "entered by hand";
}
