// Where the time went between Submit and the first call: the platform, us, or the desk.
import { timeText } from "#app/lms/times.ts";
import { useNow } from "#app/ui/now.tsx";
import type { Enquiry } from "#contract/leads.ts";
import styles from "./delay-split.module.css";

const steps = [
  { name: "Submitted", at: "submittedAt" },
  { name: "Received", at: "receivedAt" },
  { name: "On an open dashboard", at: "alertedAt" },
  { name: "First seen", at: "firstSeenAt" },
  { name: "First called", at: "firstCalledAt" },
  { name: "First spoke", at: "firstSpokeAt" },
] as const;

export function DelaySplit({ enquiry, timeZone }: { enquiry: Enquiry; timeZone: string }) {
  const now = useNow();
  const from = new Date(enquiry.submittedAt).getTime();
  return (
    <table className={styles.split}>
      <caption>From Submit to the first words</caption>
      <tbody>
        {steps.map(({ name, at }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td suppressHydrationWarning>{momentText(enquiry[at], now, timeZone)}</td>
            <td>{afterText(enquiry[at], from)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function momentText(at: string | null, now: Date, timeZone: string): string {
  return at ? timeText(at, now, timeZone) : "not yet";
}

function afterText(at: string | null, from: number): string {
  if (!at) return "";
  const seconds = Math.max(0, Math.round((new Date(at).getTime() - from) / 1000));
  if (seconds < 3600)
    return `+${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return `+${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} m`;
}
