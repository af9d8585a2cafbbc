// A checklist of problems on a clipboard. Depending on what is checked, it recommends the package
// that solves all of it.
import { useEffect, useRef, useState } from "react";
import { belowFold } from "#app/below-fold.ts";
import { Pencil } from "#app/marketing/pictures/pencil.tsx";
import { inDollars } from "#app/marketing/price.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import styles from "./problem.module.css";

export function Problem() {
  const { marketing, packages } = useMarketingWords();
  const { title, says, heads, none, sum, see, seeAll, lines } = marketing.problem;
  const list = useRef<HTMLUListElement>(null);
  const [ticked, setTicked] = useState<boolean[]>([]);

  function count() {
    const boxes = list.current?.querySelectorAll<HTMLInputElement>("input") ?? [];
    setTicked([...boxes].map((box) => box.checked));
  }

  // Counts what was checked before hydration.
  useEffect(count, []);

  const chosen = lines.filter((_, index) => ticked[index]);
  // Each package includes the smaller ones, so the largest package that is needed covers every
  // problem that is checked.
  const needed = packages.findLast(({ id }) => chosen.some((line) => line.package === id));
  return (
    <section
      id="problem"
      className={styles.section}
      aria-labelledby="problem-title"
      {...belowFold({ narrow: 55, wide: 52 })}
    >
      <div className={styles.inside}>
        <div>
          <h2 id="problem-title">{title}</h2>
          <p className={styles.lead}>{says}</p>
        </div>
        <div className={styles.board}>
          <div className={styles.pencil}>
            <Pencil />
          </div>
          <p className={styles.heads} aria-hidden="true">
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </p>
          <ul ref={list} onChange={count} className={styles.lines}>
            {lines.map(({ problem, help }) => (
              <li key={problem}>
                <label>
                  <input type="checkbox" />
                  <Tick />
                  <b>{problem}</b>
                  <span>{help}</span>
                </label>
              </li>
            ))}
          </ul>
          <div className={styles.sum}>
            <p role="status">{needed ? sum(chosen.length, needed.title) : none}</p>
            <ButtonLink to="#pricing" variant="outline" isSmall>
              {needed ? see(needed.title, `${inDollars(needed.price)} ${needed.per}`) : seeAll}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <path d="M7 21c3 2 5 5 7 9C18 19 24 11 33 4" />
    </svg>
  );
}
