// The jobs as a list of tabs, each as wide as the job was long. When a tab is selected, the current
// entry fades out for `workFadeMs`, and then the new one fades in. Without JavaScript and in print,
// all entries are listed.
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lengthInYears, splitLabel, yearsOf } from "#app/portfolio/resume-words.ts";
import { workFadeMs } from "#app/timing.ts";
import { TabList } from "#app/ui/tab-list.tsx";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { resume } from "#content/resume.ts";
import { placeOfWork } from "./places.ts";
import { Section } from "./section.tsx";
import { useIsNarrow } from "./use-is-narrow.ts";
import styles from "./work.module.css";

/** The least width of a tab, so that a short job's tab can be read and tapped. */
const leastYears = 2;

const jobs = resume.work.map((work) => ({
  ...work,
  id: placeOfWork(work.name),
  when: yearsOf(work),
  years: Math.max(leastYears, Math.round(lengthInYears(work, new Date()) * 2) / 2),
}));
type Job = (typeof jobs)[number];

export function Work() {
  const { chosen, shown, state, isLive, choose } = useChosenJob();
  const isVertical = useIsNarrow();

  return (
    <Section
      id="work"
      title={portfolioWords.sections.work}
      isWide
      room={{ narrow: 70, wide: 32 }}
      says={portfolio.work.says && <p>{portfolio.work.says}</p>}
    >
      <TabList
        label={portfolioWords.companies}
        tabs={jobs.map(({ id, name, when, years }) => ({
          id: `${id}-tab`,
          panel: id,
          title: (
            <>
              <b>{name}</b>
              <span>{when}</span>
            </>
          ),
          style: { "--years": years },
        }))}
        chosen={chosen}
        onChoose={choose}
        orientation={isVertical ? "vertical" : "horizontal"}
        styles={styles}
      />
      <div
        className={styles.entries}
        data-live={isLive || undefined}
        style={{ "--fade": `${workFadeMs}ms` }}
      >
        {jobs.map((job, at) => (
          <Entry key={job.id} job={job} state={at === shown ? state : undefined} />
        ))}
      </div>
    </Section>
  );
}

/** The state of an entry. The first entry appears without an animation; later ones fade in. */
type EntryState = "shown" | "arriving" | "leaving" | undefined;

function Entry({ job, state }: { job: Job; state: EntryState }) {
  const { id, name, when, position, location, description, highlights } = job;
  return (
    <div
      role="tabpanel"
      id={id}
      aria-labelledby={`${id}-tab`}
      className={styles.entry}
      data-state={state}
      // A tab panel without focusable content must itself be focusable.
      tabIndex={state ? 0 : -1}
    >
      <div>
        <p className={styles.of}>{`${name}, ${when}`}</p>
        <h3>{position}</h3>
        <p className={styles.place}>{[location, description].filter(Boolean).join(", ")}</p>
      </div>
      <dl className={styles.lines}>
        {highlights.map((line) => {
          const { label, text } = splitLabel(line);
          return (
            <div key={line}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/**
 * Returns the selected tab, the entry that is shown, and the state of the fade between two entries.
 */
function useChosenJob() {
  const location = useLocation();
  const [chosen, setChosen] = useState(0);
  const [shown, setShown] = useState(0);
  const [hasTurned, setHasTurned] = useState(false);
  const [isLive, setIsLive] = useState(false);

  // A link to an entry shows it without a fade.
  useEffect(() => {
    setIsLive(true);
    const named = jobs.findIndex(({ id }) => location.hash === `#${id}`);
    if (named === -1) return;
    setChosen(named);
    setShown(named);
  }, [location]);

  useEffect(() => {
    if (chosen === shown) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setShown(chosen), isStill ? 0 : workFadeMs);
    return () => clearTimeout(timer);
  }, [chosen, shown]);

  function choose(at: number) {
    setChosen(at);
    setHasTurned(true);
    // The entry is put into the URL without scrolling, so that the URL can be shared.
    history.replaceState(history.state, "", `#${jobs[at]?.id}`);
  }

  const state: EntryState = chosen !== shown ? "leaving" : hasTurned ? "arriving" : "shown";
  return { chosen, shown, state, isLive, choose };
}
