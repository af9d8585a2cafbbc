// Lists copies of sets: which practice has copied which set, and whether an update is available.
import { Link } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import boxes from "#app/admin/practice/box.module.css";
import { Moment } from "#app/ui/at-time.tsx";
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { dateText } from "#contract/moment-text.ts";

type Copy = { _id: string; name: string; copiedAt: string; isBehind: boolean };

/** Shows the table of copies. `copies`: a practice's sets, or a set's practices. */
export function Copies({ copies, page }: { copies: Copy[]; page: "practice" | "template-set" }) {
  return (
    <ul className={boxes.rows}>
      {copies.map(({ _id, name, copiedAt, isBehind }) => (
        <li key={_id}>
          {/* Not prefetched, because loading a practice's page may write an audit entry. */}
          <Link to={`/admin/${page}?id=${_id}`} prefetch="none" className={boxes.name}>
            {name}
          </Link>
          <span className={boxes.state}>{isBehind ? words.behind : words.upToDate}</span>
          <Moment at={copiedAt} timeZone={agencyZone} className={boxes.facts}>
            {words.copiedOn(dateText(copiedAt, agencyZone))}
          </Moment>
        </li>
      ))}
    </ul>
  );
}
