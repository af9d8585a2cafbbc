// Shows a source's problems, when each began, and what the owner can do about it.
import { useState } from "react";
import { agencyZone } from "#app/admin/agency-hours.ts";
import styles from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { sourceWords as words } from "#content/console/sources.ts";
import { momentText } from "#contract/moment-text.ts";
import type { SourceDetail } from "#contract/sources.ts";

const at = (moment: string) => momentText(moment, { timeZone: agencyZone });

export function Problems({ source }: { source: SourceDetail }) {
  const one = api.admin.sources[":id"];
  const param = { id: source._id };
  if (source.problems.length === 0) return null;
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{words.problems}</h2>
      <ul className={styles.problems}>
        {source.problems.map(({ kind, since }) => (
          <li key={kind}>
            <Moment at={since} timeZone={agencyZone}>
              {words.problem[kind](at(since), source.kind === "meta")}
            </Moment>
            {kind === "unsubscribed" && (
              <Act label={words.subscribe} ask={() => one.subscriptions.$post({ param })} />
            )}
            {kind === "unread" && source.notKeptSince && (
              <p>
                <Moment at={source.notKeptSince} timeZone={agencyZone}>
                  {words.notKept(at(source.notKeptSince))}
                </Moment>
              </p>
            )}
            {kind === "unread" && (
              <Act
                label={words.dismiss}
                ask={() => one.dismissals.$post({ param, json: { unread: source.unread } })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Ask = Parameters<ReturnType<typeof useChange>>[0];

function Act({ label, ask }: { label: string; ask: Ask }) {
  const change = useChange();
  const [isSending, setIsSending] = useState(false);
  async function act() {
    if (isSending) return;
    setIsSending(true);
    await change(ask);
    setIsSending(false);
  }
  return (
    <p className={styles.actions}>
      <Button isSmall aria-disabled={isSending} onClick={() => void act()}>
        {label}
      </Button>
    </p>
  );
}
