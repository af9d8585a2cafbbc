// A calculator for the cost of slow calls: it shows a range, with its assumption and its limits.
import { useEffect, useRef, useState } from "react";
import { belowFold } from "#app/below-fold.ts";
import { inDollars } from "#app/marketing/price.ts";
import { marketing } from "#content/marketing.ts";
import { countText, type Delay, delays, gainOf, type Range } from "./calculator/gain.ts";
import styles from "./calculator.module.css";

const words = marketing.calculator;
const start = { leads: 40, delay: "sameDay" as Delay, value: 900 };

export function Calculator() {
  const form = useRef<HTMLFormElement>(null);
  const [practice, setPractice] = useState(start);
  const gain = gainOf(practice);

  function read() {
    if (!form.current) return;
    const typed = new FormData(form.current);
    setPractice({
      leads: Number(typed.get("leads")),
      value: Number(typed.get("value")),
      delay: delays.find((delay) => delay === typed.get("delay")) ?? start.delay,
    });
  }

  // Reads what was changed before hydration.
  useEffect(read, []);

  return (
    <section
      id="calculator"
      className={styles.section}
      aria-labelledby="calculator-title"
      {...belowFold({ narrow: 93, wide: 48 })}
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
            {gain.gained.high === 0 ? (
              <p className={styles.big}>{words.prompt}</p>
            ) : (
              <>
                <p className={styles.says}>{words.says}</p>
                <p className={styles.big}>
                  {inDollars(gain.worth.low)} <span>{words.to}</span> {inDollars(gain.worth.high)}
                </p>
                <p className={styles.says}>{words.outOf(countText(gain.gained), practice.leads)}</p>
              </>
            )}
          </div>
          <dl className={styles.bars}>
            <Bar name={words.today} range={gain.today} most={gain.prompt.high} />
            <Bar name={words.inTen} range={gain.prompt} most={gain.prompt.high} />
          </dl>
        </div>
        <details className={styles.how} open>
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

/** The low end is solid, the uncertain rest hatched. */
function Bar({ name, range, most }: { name: string; range: Range; most: number }) {
  const percent = (part: number) => `${(most === 0 ? 0 : (part / most) * 100).toFixed(1)}%`;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.track} aria-hidden="true">
          <i style={{ width: percent(range.low) }} />
          <i style={{ width: percent(range.high - range.low) }} />
        </span>
        {countText(range)}
      </dd>
    </div>
  );
}
