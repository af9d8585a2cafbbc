// Each person's calls, for a practice's managers. Loaded after the page, with a request of its own.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { isFew, numberText, shareText } from "#app/ui/share.ts";
import { controlWords } from "#content/desk/controls.ts";
import { personFigureWords } from "#content/desk/figures.ts";
import type { FiguresByPerson, PersonFigures } from "#contract/figures.ts";
import styles from "./person-table.module.css";

type Asked = { from?: string | undefined; to?: string | undefined; campaign?: string | undefined };
type State = FiguresByPerson | "loading" | "failed";

export function PersonTable({ asked, viewAs }: { asked: Asked; viewAs: string | null }) {
  const [state, setState] = useState<State>("loading");
  const [tries, setTries] = useState(0);
  const { from, to, campaign } = asked;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let isLeft = false;
    setState("loading");
    const query = {
      ...(from && { from }),
      ...(to && { to }),
      ...(campaign && { campaign }),
      ...(viewAs && { client: viewAs }),
    };
    void askApi(() => api.leads.figures.people.$get({ query })).then((outcome) => {
      if (!isLeft) setState(outcome.isDone ? outcome.answer : "failed");
    });
    return () => {
      isLeft = true;
    };
  }, [from, to, campaign, viewAs, tries]);

  if (state === "loading") return <p className={styles.note}>{personFigureWords.loading}</p>;
  if (state === "failed") {
    return (
      <div className={styles.failed}>
        <p>{personFigureWords.failed}</p>
        <Button variant="outline" isSmall onClick={() => setTries(tries + 1)}>
          {controlWords.retry}
        </Button>
      </div>
    );
  }
  return (
    <>
      <table className={styles.table}>
        <caption>
          <Hidden>{personFigureWords.title}</Hidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{personFigureWords.person}</th>
            <th scope="col">{personFigureWords.attempts}</th>
            <th scope="col">{personFigureWords.reached}</th>
            <th scope="col">{personFigureWords.booked}</th>
            <th scope="col">{personFigureWords.median}</th>
          </tr>
        </thead>
        <tbody>
          {state.people.map((person) => (
            <Row key={person._id} person={person} />
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{personFigureWords.note}</p>
    </>
  );
}

function Row({ person }: { person: PersonFigures }) {
  const { name, isDeactivated, attempts, firstCalls, medianMinutes } = person;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {isDeactivated && <small>{personFigureWords.deactivated}</small>}
      </th>
      <td>{numberText(attempts)}</td>
      {(["reached", "booked"] as const).map((outcome) => (
        <td key={outcome}>
          {numberText(person[outcome])}
          {!isFew(attempts) && <small>{shareText(person[outcome], attempts)}</small>}
        </td>
      ))}
      <td>
        {medianMinutes === null ? (
          <>
            <span aria-hidden>{personFigureWords.none}</span>
            <Hidden>{personFigureWords.noneRead}</Hidden>
          </>
        ) : (
          <>
            {personFigureWords.minutes(medianMinutes)}
            <small>
              {personFigureWords.ofFirstCalls(numberText(firstCalls), firstCalls === 1)}
            </small>
          </>
        )}
      </td>
    </tr>
  );
}
