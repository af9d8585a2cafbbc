import type { MetaArgs } from "react-router";
import { ResponseTime } from "#app/marketing/response-time.tsx";
import { pageMeta } from "#app/page-meta.ts";
import { ContactForm } from "#app/ui/contact-form.tsx";
import { IconMail, IconPhone } from "#app/ui/icons.tsx";
import { site } from "#content/site.ts";
import styles from "./contact.module.css";
import { NextTimes } from "./next-times.tsx";
import { marketingWordsOf, useMarketingWords } from "./words.ts";

export const meta = ({ matches }: MetaArgs) => {
  const { root, marketing } = marketingWordsOf(matches);
  const { tab, description } = marketing.contact;
  return pageMeta({ title: `${tab} | ${site.mailName}`, description, path: `${root}/contact` });
};

export default function Contact() {
  const { marketing, phoneHours } = useMarketingWords();
  const { title, says, afterwards } = marketing.contact;
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div>
        <h1>{title}</h1>
        <p className={styles.lead}>{says}</p>
        <ResponseTime className={styles.responseTime} />
        <ul className={styles.actions}>
          <li>
            <a href={`tel:${site.phoneLink}`}>
              <IconPhone size={24} aria-hidden />
              {site.phone}
            </a>
            <p>{phoneHours}</p>
          </li>
          <li>
            <a href={`mailto:${site.agencyEmail}`}>
              <IconMail size={24} aria-hidden />
              {site.agencyEmail}
            </a>
          </li>
        </ul>
        <section className={styles.afterwards} aria-labelledby="afterwards">
          <h2 id="afterwards">{afterwards.title}</h2>
          <ol>
            {afterwards.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      </div>
      <div className={styles.sheet}>
        <ContactForm page="Marketing" />
        <NextTimes />
      </div>
    </main>
  );
}
