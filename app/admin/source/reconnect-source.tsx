import { useState } from "react";
import { Question } from "#app/admin/question.tsx";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { sourceWords as words } from "#content/console/sources.ts";
import type { Source } from "#contract/sources.ts";

/** Connects a disconnected source again, after a question that says what happens to its key. */
export function ReconnectSource({ source: { _id, kind, name } }: { source: Source }) {
  const [isAsking, setIsAsking] = useState(false);
  const { change, isBusy } = useOneChange();
  return (
    <>
      <Button
        variant="outline"
        isSmall
        aria-disabled={isBusy}
        aria-label={words.reconnectOf(name)}
        onClick={() => setIsAsking(true)}
      >
        {words.reconnect}
      </Button>
      <Question
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.askReconnect(name)}
        what={kind === "meta" ? words.reconnectMeansOfMeta : words.reconnectMeans}
        yes={words.reconnect}
        isSafe
        onYes={() => {
          setIsAsking(false);
          const one = api.admin.sources[":id"];
          void change(() => one.reconnections.$post({ param: { id: _id } }));
        }}
      />
    </>
  );
}
