// The banner that says that the data may be outdated. It is as prominent as a new lead, because
// leads may be missing.

import type { ReactNode } from "react";
import { staleListWords } from "#content/desk/controls.ts";
import { staleBannerWords } from "#content/interface.ts";
import { IconPlugConnectedX, IconRefresh } from "./icons.tsx";
import styles from "./stale.module.css";

/** `since`: a formatted time, for example `8:02`. If `onRetry` isn't given, there is no button. */
export function StaleBanner({
  since,
  note = staleListWords.mayBeMissing,
  onRetry,
  isRetrying = false,
}: {
  since: string;
  note?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
}) {
  return (
    <div role="status" className={styles.over} data-banner>
      <div className={styles.banner}>
        <IconPlugConnectedX size={20} aria-hidden />
        <p>
          <strong>{staleBannerWords.reconnectingSince(since)}</strong> {note}
        </p>
        {onRetry && (
          <button
            type="button"
            className={styles.retry}
            onClick={onRetry}
            aria-disabled={isRetrying}
          >
            <IconRefresh aria-hidden />
            {isRetrying ? staleBannerWords.retrying : staleBannerWords.retry}
          </button>
        )}
      </div>
    </div>
  );
}
