// A waiting lead's clock, in the practice's counting mode.
import { type Waiting, waitingOf } from "#app/ui/calling/waiting.ts";
import { WaitingClock } from "#app/ui/calling/waiting-clock.tsx";
import { useNow } from "#app/ui/now.tsx";
import { useDesk } from "./desk-context.ts";

/**
 * Returns how long a lead has been waiting. `heldAt`: when a call was started whose outcome is
 * still missing.
 */
export function useWaiting(since: string, heldAt?: string | undefined): Waiting {
  const { client } = useDesk();
  const now = useNow();
  return waitingOf(new Date(since), heldAt ? new Date(heldAt) : now, client.reading, client);
}

type LeadClockProps = { since: string; heldAt?: string | undefined };

export function LeadClock({ since, heldAt }: LeadClockProps) {
  const { timeZone } = useDesk().client;
  const waiting = useWaiting(since, heldAt);
  return <WaitingClock waiting={waiting} since={since} heldAt={heldAt} timeZone={timeZone} />;
}
