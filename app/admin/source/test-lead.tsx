import { useState } from "react";
import styles from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { sourceWords as words } from "#content/console/sources.ts";
import type { SourceDetail } from "#contract/sources.ts";

export function TestLead({ source }: { source: SourceDetail }) {
  const change = useChange();
  const [isSending, setIsSending] = useState(false);
  if (source.kind === "meta") return <p className={styles.note}>{words.metaTest}</p>;
  const param = { id: source._id };
  async function send() {
    if (isSending) return;
    setIsSending(true);
    await change(() => api.admin.sources[":id"]["test-leads"].$post({ param }));
    setIsSending(false);
  }
  return (
    <p className={styles.actions}>
      <Button isSmall aria-disabled={isSending} onClick={() => void send()}>
        {words.sendTest}
      </Button>
      <span className={styles.note}>{words.sendTestHelp}</span>
    </p>
  );
}
