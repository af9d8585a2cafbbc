// Each person's calls, for a practice's managers.
import type { ReactNode } from "react";
import { api } from "#app/api.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { isFew, numberText, shareText } from "#app/ui/share.ts";
import { personFigureWords } from "#content/desk/figures.ts";
import type { CallerFigures, FiguresByPerson } from "#contract/figures.ts";
import { LoadedLater, type Shown } from "./loaded-later.tsx";
import styles from "./person-table.module.css";

export function PersonTable(shown: Shown) {
  return (
    <LoadedLater
      {...shown}
      load={(query) => api.leads.figures.people.$get({ query })}
      words={personFigureWords}
    >
      {({ people, officePhones }) => <Table people={people} officePhones={officePhones} />}
    </LoadedLater>
  );
}

function Table({ people, officePhones }: FiguresByPerson) {
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
          {people.map((person) => (
            <Row key={person._id} figures={person} resultsForOthers={person.resultsForOthers}>
              <bdi>{person.name}</bdi>
              {person.isDeactivated && <small>{personFigureWords.deactivated}</small>}
            </Row>
          ))}
          {officePhones && <Row figures={officePhones}>{personFigureWords.officePhones}</Row>}
        </tbody>
      </table>
      <p className={styles.note}>{personFigureWords.note}</p>
    </>
  );
}

type RowProps = { figures: CallerFigures; resultsForOthers?: number; children: ReactNode };

function Row({ figures, resultsForOthers = 0, children }: RowProps) {
  const { attempts, firstCalls, medianMinutes } = figures;
  return (
    <tr>
      <th scope="row">{children}</th>
      <td>
        {numberText(attempts)}
        {resultsForOthers > 0 && (
          <small>
            {personFigureWords.resultsForOthers(
              numberText(resultsForOthers),
              resultsForOthers === 1,
            )}
          </small>
        )}
      </td>
      {(["reached", "booked"] as const).map((outcome) => (
        <td key={outcome}>
          {numberText(figures[outcome])}
          {!isFew(attempts) && <small>{shareText(figures[outcome], attempts)}</small>}
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
