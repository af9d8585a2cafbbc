import { pageMeta } from "#app/page-meta.ts";
import { ContactForm } from "#app/ui/contact-form.tsx";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { site } from "#content/site.ts";
import styles from "./contact.module.css";

const { contact } = portfolio;

export const meta = () =>
  pageMeta({
    title: portfolioWords.contactTab(site.owner),
    description: contact.description,
    path: "/contact",
  });

export default function Contact() {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1>{contact.title}</h1>
      <div className={styles.says}>
        <p>{contact.says}</p>
        <p className={styles.actions}>
          <a href={`mailto:${site.email}`}>{site.email}</a>
          <a href={`tel:${site.phoneLink}`}>{site.phone}</a>
        </p>
        <section className={styles.afterwards} aria-labelledby="afterwards">
          <h2 id="afterwards">{contact.afterwards.title}</h2>
          <ol>
            {contact.afterwards.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      </div>
      <div className={styles.form}>
        <ContactForm page="Personal" />
      </div>
    </main>
  );
}
