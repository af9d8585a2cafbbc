// Lists the source's submissions. A submission's body is loaded only on request, because reading it
// writes an audit entry.
import { useState } from "react";
import { Link } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import styles from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { DeliveryList } from "#app/ui/sources/delivery-list.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { sourceWords as words } from "#content/console/sources.ts";
import { momentText } from "#contract/moment-text.ts";
import type { OpenedDelivery, SourceDelivery, SourceDetail } from "#contract/sources.ts";

type Props = {
  source: SourceDetail;
  deliveries: SourceDelivery[];
  /** Shown instead of an empty list. */
  none: string | undefined;
};

export function Deliveries({ source, deliveries, none }: Props) {
  const change = useChange();
  const one = api.admin.sources[":id"].deliveries[":deliveryId"];
  return (
    <DeliveryList
      deliveries={deliveries}
      timeZone={agencyZone}
      none={none}
      more={({ _id: deliveryId, lead, mayReplay, receivedAt }) => {
        const param = { id: source._id, deliveryId };
        return (
          <>
            <p className={styles.actions}>
              {lead && (
                <Link to={`/lms/lead?id=${lead}&client=${source.practice._id}`} prefetch="none">
                  {words.toLead}
                </Link>
              )}
              {mayReplay && (
                <Button
                  variant="outline"
                  isSmall
                  aria-label={words.replayAt(momentText(receivedAt, { timeZone: agencyZone }))}
                  onClick={() => void change(() => one.replays.$post({ param }))}
                >
                  {words.replay}
                </Button>
              )}
            </p>
            <Body param={param} />
          </>
        );
      }}
    />
  );
}

function Body({ param }: { param: { id: string; deliveryId: string } }) {
  const [opened, setOpened] = useState<OpenedDelivery | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function fetchBody() {
    setProblem(null);
    const one = api.admin.sources[":id"].deliveries[":deliveryId"];
    const outcome = await askApi(() => one.$get({ param }));
    if (outcome.isDone) setOpened(outcome.answer);
    else setProblem(outcome.refusal.message);
  }

  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !opened) void fetchBody();
      }}
    >
      <summary>{words.open}</summary>
      <div aria-live="polite">
        {!opened && <p className={styles.note}>{problem ?? consoleWords.loading}</p>}
        {opened?.isCut && <p className={styles.note}>{words.cut}</p>}
        {opened && <pre className={styles.body}>{indented(opened.body) || words.emptyBody}</pre>}
        {opened && <p className={styles.note}>{words.opened}</p>}
      </div>
    </details>
  );
}

/** Returns JSON with indentation, unless parsing it would change a large number. */
function indented(body: string): string {
  try {
    return /\d{16}/.test(body) ? body : JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
