import { StaleBanner } from "#app/ui/stale.tsx";
import { practiceWords as words } from "#content/console/practices.ts";
import { clockText } from "#contract/moment-text.ts";
import { agencyZone } from "./agency-hours.ts";

type StaleSinceProps = { lostAt: Date | null; isAsking: boolean; refresh: () => Promise<void> };

/** Shown above data that couldn't be loaded again. See `useFresh`. */
export function StaleSince({ lostAt, isAsking, refresh }: StaleSinceProps) {
  if (!lostAt) return null;
  return (
    <StaleBanner
      since={clockText(lostAt, agencyZone)}
      note={words.mayBeOld}
      onRetry={() => void refresh()}
      isRetrying={isAsking}
    />
  );
}
