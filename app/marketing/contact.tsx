import { pageMeta } from "#app/page-meta.ts";
import { ContactForm } from "#app/ui/contact-form.tsx";
import { IconMail, IconPhone } from "#app/ui/icons.tsx";
import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import styles from "./contact.module.css";

const { tab, title, description, says, afterwards } = marketing.contact;

export const meta = () =>
  pageMeta({ title: `${tab} | ${site.mailName}`, description, path: "/marketing/contact" });

export default function Contact() {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div>
        <h1>{title}</h1>
        <p className={styles.lead}>{says}</p>
        <ul className={styles.actions}>
          <li>
            <a href={`tel:${site.phoneLink}`}>
              <IconPhone size={24} aria-hidden />
              {site.phone}
            </a>
            <p>{site.phoneHours}</p>
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
      </div>
    </main>
  );
}
