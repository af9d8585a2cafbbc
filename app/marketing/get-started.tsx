import { IconPhone } from "@tabler/icons-react";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { marketing, packages } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import styles from "./get-started.module.css";
import { inDollars } from "./price.ts";

const { title, description, says, steps } = marketing.getStarted;

export const meta = () =>
  pageMeta({ title: `${title} | ${site.mailName}`, description, path: "/marketing/get-started" });

export default function GetStarted() {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.lead}>{says}</p>
        <div className={styles.ways}>
          <ButtonAnchor href={`tel:${site.phoneLink}`}>
            <IconPhone size={22} stroke={1.75} aria-hidden />
            Call {site.phone}
          </ButtonAnchor>
          <ButtonLink to="/marketing/contact" look="outline">
            Write to us
          </ButtonLink>
        </div>
        <p className={styles.hours}>{site.phoneHours}</p>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.name}>
            <span aria-hidden="true">{index + 1}</span>
            <h2>{step.name}</h2>
            <p>{step.says}</p>
          </li>
        ))}
      </ol>
      <ul className={styles.packages} aria-label="Packages">
        {packages.map((one) => (
          <li key={one.id}>
            <b>{one.title}</b> {inDollars(one.price)} {one.per}
          </li>
        ))}
      </ul>
    </main>
  );
}
