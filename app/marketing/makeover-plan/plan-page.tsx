// The makeover presentation as a web page, to which the email links. It has the headings and lists
// that a screen reader can't find in the PDF. Everything on it comes from the choices in its URL.
import type { ReactNode } from "react";
import type { MetaDescriptor } from "react-router";
import { inDollars } from "#app/marketing/price.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextPage } from "#app/ui/text-page.tsx";
import { site } from "#content/site.ts";
import type { VisitorWords } from "#content/visitor-words.ts";
import { type MakeoverChoices, withUsualPlan } from "#contract/makeover-plan.ts";
import styles from "./plan-page.module.css";

export type PlanWords = Pick<VisitorWords, "presentation" | "site">;

type WithWords = { words: PlanWords };
type PlanProps = WithWords & { choices: MakeoverChoices };

export function planMeta({ presentation }: PlanWords): MetaDescriptor[] {
  return [
    { title: `${presentation.title} | ${site.mailName}` },
    { name: "robots", content: "noindex" },
  ];
}

export function PlanPage({ choices, words }: PlanProps) {
  const { title, says, webPage } = words.presentation;
  return (
    <TextPage title={title} home={words.site.root}>
      <p>{says}</p>
      <p>{webPage.attached}</p>
      <Plan choices={choices} words={words} />
      <LooksAt words={words} />
      <Checklist words={words} />
      <Offer words={words} />
      <NextSteps words={words} />
    </TextPage>
  );
}

/** The plan for the visitor's choices. */
function Plan({ choices, words }: PlanProps) {
  const { specialty, worry, delay } = withUsualPlan(choices);
  const { plan } = words.presentation;
  const { marketing, makeoverForm } = words.site;
  const kind = makeoverForm.specialties[specialty];
  const worried = makeoverForm.worries[worry];
  const isTailored = Object.values(choices).some((choice) => choice !== null);
  return (
    <Part title={plan.title(null)} says={isTailored ? plan.says : plan.saysUsual}>
      <h3>{plan.first}</h3>
      <p>{worried.first}</p>
      <ol>{listOf(worried.steps)}</ol>
      <Covers id={worried.package} words={words} />
      <h3>{plan.searches.title}</h3>
      <p>{plan.searches.says}</p>
      <ul>{listOf(kind.searches.map((search) => plan.searches.near(search, null)))}</ul>
      <h3>{plan.ad.title}</h3>
      <blockquote className={styles.ad}>
        <p>{[marketing.services.ad.name, plan.ad.sponsored].join(" · ")}</p>
        <p className={styles.headline}>{kind.ad.headline}</p>
        <p>{kind.ad.says}</p>
        <p className={styles.button}>{plan.ad.button}</p>
      </blockquote>
      <h3>{plan.photos}</h3>
      <p>{kind.photos}</p>
      {delay && (
        <>
          <h3>{plan.callback}</h3>
          <p>{makeoverForm.delays[delay].says}</p>
        </>
      )}
    </Part>
  );
}

function Covers({ id, words }: WithWords & { id: string }) {
  const one = words.site.packages.find((known) => known.id === id);
  return one ? <p>{words.presentation.plan.covers(one.title, priceOf(one))}</p> : null;
}

function LooksAt({ words }: WithWords) {
  const { title, says, areas } = words.presentation.looksAt;
  return (
    <Part title={title} says={says}>
      {areas.map(({ name, asks, good }) => (
        <section key={name}>
          <h3>{name}</h3>
          <p>{asks}</p>
          <p className={styles.good}>{good}</p>
        </section>
      ))}
    </Part>
  );
}

function Checklist({ words }: WithWords) {
  const { title, says, items } = words.presentation.checklist;
  return (
    <Part title={title} says={says}>
      <ul className={styles.checklist}>
        {items.map(({ task, takes }) => (
          <li key={task}>
            {task} <span>{takes}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Offer({ words }: WithWords) {
  const { services, packages: heads } = words.presentation;
  const { marketing, packages } = words.site;
  const { guarantee, notIncluded } = marketing.pricing;
  return (
    <>
      <Part title={services.title} says={services.says}>
        {marketing.services.groups.map(({ name, pieces }) => (
          <section key={name}>
            <h3>{name}</h3>
            <ul>{listOf(pieces.map((piece) => `${piece.name}: ${piece.from}`))}</ul>
          </section>
        ))}
      </Part>
      <Part title={heads.title}>
        {packages.map((one) => (
          <section key={one.id}>
            <h3>
              {one.title}, {priceOf(one)}
            </h3>
            {one.isRecommended && <p>{heads.recommended}</p>}
            <p>{one.adds}:</p>
            <ul>{listOf(one.features)}</ul>
          </section>
        ))}
        {[guarantee, notIncluded].map(({ title, says }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p>{says}</p>
          </section>
        ))}
      </Part>
    </>
  );
}

function NextSteps({ words }: WithWords) {
  const { title, steps, call } = words.presentation.next;
  const { root, phoneHours, marketing } = words.site;
  return (
    <Part title={title}>
      <ol>{listOf(steps)}</ol>
      <p>
        {call} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>
        <br />
        {phoneHours}
      </p>
      <p>
        <ButtonLink to={`${root}/get-started`}>{marketing.getStartedButton}</ButtonLink>
      </p>
      <p>
        {site.owner}, {site.mailName}, {site.postalAddress}
      </p>
    </Part>
  );
}

function Part({ title, says, children }: { title: string; says?: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {says && <p>{says}</p>}
      {children}
    </section>
  );
}

function listOf(lines: readonly string[]) {
  return lines.map((line) => <li key={line}>{line}</li>);
}

function priceOf({ price, per }: { price: number; per: string }): string {
  return `${inDollars(price)} ${per}`;
}
