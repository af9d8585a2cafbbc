import { type ToggleEvent, useEffect } from "react";
import { type MetaArgs, useLocation } from "react-router";
import { pageMeta } from "#app/page-meta.ts";
import { site } from "#content/site.ts";
import { CallBar } from "./call-bar.tsx";
import styles from "./faq.module.css";
import { faqData } from "./structured-data.ts";
import { marketingWordsOf, useMarketingWords } from "./words.ts";

export const meta = ({ matches }: MetaArgs) => {
  const words = marketingWordsOf(matches);
  const { title, description } = words.marketing.faq;
  return [
    ...pageMeta({
      title: `${title} | ${site.mailName}`,
      description,
      path: `${words.root}/faq`,
    }),
    faqData(words),
  ];
};

export default function Faq() {
  const { faq, marketing } = useMarketingWords();
  const { title, anythingElse } = marketing.faq;
  const { hash } = useLocation();

  // Finds the answers that were opened before hydration.
  useEffect(() => {
    const opened = document.querySelectorAll("#questions details[open] > p");
    const last = [...opened].at(-1);
    if (last && last.id !== faq[0].id && !location.hash) putInUrl(last.id);
  }, [faq]);

  // Browsers open the answer in the URL's hash when a page loads, but not on navigation within the
  // page.
  useEffect(() => {
    const answer = document.getElementById(hash.slice(1));
    const question = answer?.closest("details");
    if (question) question.open = true;
  }, [hash]);

  return (
    <>
      <main id="main" tabIndex={-1} className={styles.page}>
        <h1>{title}</h1>
        <p className={styles.lead}>
          {anythingElse} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
        </p>
        <div id="questions" className={styles.questions}>
          {faq.map(({ id, question, answer }, index) => (
            <details
              key={id}
              name="faq"
              open={index === 0}
              onToggle={(event) => isOpening(event) && putInUrl(id)}
            >
              <summary>
                {question}
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M12 5v14" className={styles.upright} />
                  <path d="M5 12h14" />
                </svg>
              </summary>
              {/* The id is inside `details`, so that the browser opens the details for a link
                  to this hash. */}
              <p id={id}>{answer}</p>
            </details>
          ))}
        </div>
      </main>
      <CallBar />
    </>
  );
}

function isOpening({ newState, oldState }: ToggleEvent<HTMLDetailsElement>): boolean {
  return newState === "open" && oldState !== "open";
}

/** Puts the question that was opened into the URL, so that the URL can be shared. */
function putInUrl(id: string) {
  window.history.replaceState(window.history.state, "", `#${id}`);
}
