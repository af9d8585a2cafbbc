// A set's published versions, and the practices that have copied it.
import { agencyZone } from "#app/admin/agency-hours.ts";
import { Copies } from "#app/admin/copy-set/copies.tsx";
import boxes from "#app/admin/practice/box.module.css";
import { Moment } from "#app/ui/at-time.tsx";
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { dateText } from "#contract/moment-text.ts";
import type { TemplateSet } from "#contract/template-sets.ts";

export function Versions({ set: { versions } }: { set: TemplateSet }) {
  return (
    <section className={boxes.box} data-narrow aria-labelledby="versions">
      <h2 id="versions">
        {words.versions} {versions.length > 0 && <span>{versions.length}</span>}
      </h2>
      {versions.length === 0 && <p className={boxes.quiet}>{words.noVersions}</p>}
      <ul className={boxes.rows}>
        {versions.map(({ number, note, publishedAt, author }) => (
          <li key={number}>
            <span className={boxes.name}>{note}</span>
            <span className={boxes.state}>{words.versionOf(number)}</span>
            <Moment at={publishedAt} timeZone={agencyZone} className={boxes.facts}>
              {words.by(author, dateText(publishedAt, agencyZone))}
            </Moment>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Users({ set: { users, practices } }: { set: TemplateSet }) {
  return (
    <section className={boxes.box} data-narrow aria-labelledby="practices">
      <h2 id="practices">
        {words.practices} {practices > 0 && <span>{practices}</span>}
      </h2>
      {practices === 0 && <p className={boxes.quiet}>{words.noPractices}</p>}
      <Copies copies={users} page="practice" />
      {practices > users.length && (
        <p className={boxes.quiet}>{words.more(practices - users.length)}</p>
      )}
    </section>
  );
}
