import { pageMeta } from "#app/page-meta.ts";
import { faq } from "#content/faq.ts";
import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { CallBar } from "./call-bar.tsx";
import styles from "./faq.module.css";

const { title, description } = marketing.faq;

export const meta = () =>
  pageMeta({ title: `${title} | ${site.mailName}`, description, path: "/marketing/faq" });

export default function Faq() {
  return (
    <>
      <main id="main" tabIndex={-1} className={styles.page}>
        <h1>{title}</h1>
        <p className={styles.lead}>
          Anything else? Call <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
        </p>
        <div className={styles.questions}>
          {faq.map(({ question, answer }, index) => (
            <details key={question} open={index === 0}>
              <summary>
                {question}
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M12 5v14" className={styles.upright} />
                  <path d="M5 12h14" />
                </svg>
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </main>
      <CallBar />
    </>
  );
}
