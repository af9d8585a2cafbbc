// Calculates what slow calls cost a practice. The result is a range, and its assumption and limits
// are stated next to it.
import { useEffect, useRef, useState } from "react";
import { belowFold } from "#app/below-fold.ts";
import { inDollars } from "#app/marketing/price.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { usualAdSpend } from "#content/marketing/month.ts";
import type { MarketingWords } from "#content/marketing-words.ts";
import {
  countText,
  type Delay,
  delays,
  gainOf,
  type Range,
  type Verdict,
} from "./calculator/gain.ts";
import styles from "./calculator.module.css";

/** The least that a month's ads usually cost. */
const leastAdSpend = usualAdSpend.from * usualAdSpend.days;

const start = { leads: 40, delay: "sameDay" as Delay, value: 900 };

export function Calculator() {
  const { marketing, packages } = useMarketingWords();
  const words = marketing.calculator;
  /** The package that includes the lead desk. */
  const [, gold] = packages;
  const form = useRef<HTMLFormElement>(null);
  const [practice, setPractice] = useState(start);
  const { gained, worth, today, prompt, verdict } = gainOf({
    ...practice,
    monthlyPrice: gold.price + leastAdSpend,
  });

  function read() {
    if (!form.current) return;
    const typed = new FormData(form.current);
    setPractice({
      leads: Number(typed.get("leads")),
      value: Number(typed.get("value")),
      delay: delays.find((delay) => delay === typed.get("delay")) ?? start.delay,
    });
  }

  // Uses values that were changed before hydration.
  useEffect(read, []);

  return (
    <section
      id="calculator"
      className={styles.section}
      aria-labelledby="calculator-title"
      {...belowFold({ narrow: 64, wide: 48 })}
    >
      <div className={styles.inside}>
        <div>
          <h2 id="calculator-title">{words.title}</h2>
          <form ref={form} onInput={read} onSubmit={(event) => event.preventDefault()}>
            <Slider
              name="leads"
              label={words.leads}
              min={5}
              max={150}
              step={5}
              value={practice.leads}
            />
            <fieldset className={styles.delays}>
              <legend>{words.delay}</legend>
              <div>
                {delays.map((delay) => (
                  <label key={delay}>
                    <input
                      type="radio"
                      name="delay"
                      value={delay}
                      defaultChecked={delay === start.delay}
                    />
                    {words.delays[delay]}
                  </label>
                ))}
              </div>
            </fieldset>
            <Slider
              name="value"
              label={words.value}
              min={100}
              max={5000}
              step={100}
              value={practice.value}
              isMoney
            />
          </form>
        </div>
        <div className={styles.slip}>
          <div role="status">
            {gained.high === 0 ? (
              <p className={styles.big}>
                {verdict.kind === "onTime" ? words.prompt : words.tooFewLeads.title}
              </p>
            ) : (
              <>
                <p className={styles.says}>{words.says}</p>
                <Dollars worth={worth} words={words} />
                <p className={styles.says}>
                  {words.outOf(countText(gained, words.range), practice.leads)}
                </p>
              </>
            )}
            <p className={styles.verdict}>{verdictText(verdict, words, gold)}</p>
          </div>
          <dl className={styles.bars}>
            <Bar name={words.today} range={today} most={prompt.high} words={words} />
            <Bar name={words.inTen} range={prompt} most={prompt.high} words={words} />
          </dl>
          <p className={styles.weakness}>{words.weakness}</p>
        </div>
        <details className={styles.how}>
          <summary>{words.how.title}</summary>
          <div>
            {words.how.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      </div>
    </section>
  );
}

type CalculatorWords = MarketingWords["marketing"]["calculator"];

function Dollars({ worth: { low, high }, words }: { worth: Range; words: CalculatorWords }) {
  if (low === high) return <p className={styles.big}>{inDollars(high)}</p>;
  return (
    <p className={styles.big}>
      {low === 0 ? <span>{words.upToAmount}</span> : inDollars(low)}{" "}
      {low > 0 && <span>{words.range.to}</span>} {inDollars(high)}
    </p>
  );
}

/**
 * Compares the gain with the price of the package that includes the lead desk, and says so even if
 * the gain is lower.
 */
function verdictText(
  verdict: Verdict,
  words: CalculatorWords,
  gold: MarketingWords["packages"][1],
): string {
  const price = `${inDollars(gold.price + leastAdSpend)} ${gold.per}`;
  if (verdict.kind === "onTime") return "";
  if (verdict.kind === "tooFewLeads") return words.tooFewLeads.says;
  if (verdict.kind === "breaksEven") return words.breaksEven(gold.title, price, verdict.patients);
  return words[verdict.kind](gold.title, price);
}

function Slider({
  name,
  label,
  min,
  max,
  step,
  value,
  isMoney,
}: {
  name: "leads" | "value";
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  isMoney?: boolean;
}) {
  const text = isMoney ? inDollars(value) : String(value);
  return (
    <label className={styles.slider}>
      <span>{label}</span>
      <span className={styles.number} aria-hidden="true">
        {text}
      </span>
      <input
        type="range"
        name={name}
        min={min}
        max={max}
        step={step}
        defaultValue={start[name]}
        aria-valuetext={text}
        style={{ "--at": `${((value - min) / (max - min)) * 100}%` }}
      />
    </label>
  );
}

/** A bar whose low end is solid; the rest, which is uncertain, is hatched. */
function Bar({
  name,
  range,
  most,
  words,
}: {
  name: string;
  range: Range;
  most: number;
  words: CalculatorWords;
}) {
  const percent = (part: number) => `${(most === 0 ? 0 : (part / most) * 100).toFixed(1)}%`;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.track} aria-hidden="true">
          <i style={{ width: percent(range.low) }} />
          <i style={{ width: percent(range.high - range.low) }} />
        </span>
        {countText(range, words.range)}
      </dd>
    </div>
  );
}
