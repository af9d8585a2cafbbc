// Stops a source, either with a new key, which disables the old URL, or by disconnecting the
// source.
import { useState } from "react";
import { Question } from "#app/admin/question.tsx";
import styles from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { sourceWords as words } from "#content/console/sources.ts";
import type { SourceDetail } from "#contract/sources.ts";

export function EndSource({ source }: { source: SourceDetail }) {
  const [asked, setAsked] = useState<"key" | "end" | null>(null);
  const change = useChange();
  const param = { id: source._id };
  const one = api.admin.sources[":id"];
  const close = () => setAsked(null);
  const answer = (action: Parameters<typeof change>[0]) => {
    close();
    void change(action);
  };
  return (
    <div className={styles.actions}>
      {source.url && (
        <Button variant="outline" isSmall onClick={() => setAsked("key")}>
          {words.changeKey}
        </Button>
      )}
      <Button variant="danger" isSmall onClick={() => setAsked("end")}>
        {words.end}
      </Button>
      <Question
        isOpen={asked === "key"}
        onClose={close}
        title={words.askChangeKey}
        what={words.changeKeyMeans}
        yes={words.changeKey}
        onYes={() => answer(() => one.keys.$post({ param }))}
      />
      <Question
        isOpen={asked === "end"}
        onClose={close}
        title={words.askEnd(source.name)}
        what={words.endMeans}
        yes={words.end}
        onYes={() => answer(() => one.ends.$post({ param }))}
      />
    </div>
  );
}
