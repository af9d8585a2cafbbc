import { type ToggleEvent, useEffect } from "react";
import { useLocation } from "react-router";
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
  const { hash } = useLocation();

  // A browser opens what an address names when the page is loaded; a move within the site does not.
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
          Anything else? Call <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
        </p>
        <div className={styles.questions}>
          {faq.map(({ id, question, answer }, index) => (
            <details key={id} open={index === 0} onToggle={(event) => showAddress(event, id)}>
              <summary>
                {question}
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M12 5v14" className={styles.upright} />
                  <path d="M5 12h14" />
                </svg>
              </summary>
              {/* The address names what is inside, so that the browser opens it by itself. */}
              <p id={id}>{answer}</p>
            </details>
          ))}
        </div>
      </main>
      <CallBar />
    </>
  );
}

/** An opened question can be copied from the address bar. */
function showAddress(event: ToggleEvent<HTMLDetailsElement>, id: string) {
  if (event.newState !== "open" || event.oldState === "open") return;
  window.history.replaceState(window.history.state, "", `#${id}`);
}
