// The banner on every screen of a demo. It says that this is a demo and when it will end, and has a
// button that ends it.
import { useState } from "react";
import { api } from "#app/api.ts";
import { IconFlask } from "#app/lms/shell/desk-icons.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { demoDeskWords } from "#content/demo.ts";
import { demoPath } from "#contract/demos.ts";
import { clockText, zoneText } from "#contract/moment-text.ts";
import styles from "./demo-banner.module.css";
import { useNoDialing } from "./use-no-dialing.ts";

export function DemoBanner({ endsAt, timeZone }: { endsAt: string; timeZone: string }) {
  const [isEnding, setIsEnding] = useState(false);
  const at = new Date(endsAt);
  useNoDialing();

  async function end() {
    setIsEnding(true);
    const outcome = await askApi(() => api.demos.current.$delete());
    // The session may already have ended in another tab.
    if (outcome.isDone || outcome.refusal.status === 401) {
      return location.assign(`${demoPath}?ended=1`);
    }
    setIsEnding(false);
    showToast({ title: outcome.refusal.message });
  }

  return (
    <aside className={styles.banner} aria-label={demoDeskWords.banner}>
      <IconFlask size={20} aria-hidden />
      <p>
        <strong>{demoDeskWords.banner}.</strong>{" "}
        {demoDeskWords.endsAt(`${clockText(at, timeZone)} ${zoneText(at, timeZone)}`)}
      </p>
      <div className={styles.actions}>
        <a href="/marketing">{demoDeskWords.back}</a>
        <Button isSmall variant="outline" disabled={isEnding} onClick={() => void end()}>
          {isEnding ? demoDeskWords.ending : demoDeskWords.end}
        </Button>
      </div>
    </aside>
  );
}
