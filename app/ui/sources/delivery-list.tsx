// A source's submissions, newest first, each with its result and what can be done with it.
import type { ReactNode } from "react";
import { Moment } from "#app/ui/at-time.tsx";
import {
  deliveryReasonNames,
  deliveryResultNames,
  sourceWords as words,
} from "#content/console/sources.ts";
import { momentText } from "#contract/moment-text.ts";
import type { SourceDelivery } from "#contract/sources.ts";
import styles from "./sources.module.css";

export function DeliveryList({
  deliveries,
  timeZone,
  none = words.noDeliveries,
  more,
}: {
  deliveries: SourceDelivery[];
  /** The practice's time zone or, in the console, the agency's. */
  timeZone: string;
  /** Shown instead of an empty list. */
  none?: string | undefined;
  /** Content below each submission. */
  more?: (delivery: SourceDelivery) => ReactNode;
}) {
  if (deliveries.length === 0) return <p className={styles.note}>{none}</p>;
  return (
    <ul className={styles.deliveries} aria-label={words.deliveries}>
      {deliveries.map((delivery) => {
        const { _id, receivedAt, result, reason, problem } = delivery;
        const why = reason ? deliveryReasonNames[reason] : problem;
        return (
          <li key={_id}>
            <div className={styles.delivery}>
              <span className={styles.result}>{deliveryResultNames[result]}</span>
              <Moment at={receivedAt} timeZone={timeZone}>
                {momentText(receivedAt, { timeZone })}
              </Moment>
            </div>
            {why && <p className={styles.why}>{why}</p>}
            {more?.(delivery)}
          </li>
        );
      })}
    </ul>
  );
}
