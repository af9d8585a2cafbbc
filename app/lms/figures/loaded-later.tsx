// A part of Reports that is loaded after the page, with its own request.
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { type AnswerOf, type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { controlWords } from "#content/desk/controls.ts";
import styles from "./person-table.module.css";

/** What the page shows: a period, a campaign, and the practice that the owner views as. */
export type Shown = {
  asked: { from?: string | undefined; to?: string | undefined; campaign?: string | undefined };
  viewAs: string | null;
};

export type ShownQuery = { from?: string; to?: string; campaign?: string; client?: string };

type LaterProps<R extends ApiResponse> = Shown & {
  load: (query: ShownQuery) => Promise<R>;
  words: { loading: string; failed: string } | null;
  children: (answer: AnswerOf<R>) => ReactNode;
};

/**
 * `words`: the texts that are shown while the part is loading and if it can't be loaded. Null: only
 * the loaded part is shown.
 */
export function LoadedLater<R extends ApiResponse>(props: LaterProps<R>) {
  const { asked, viewAs, load, words, children } = props;
  const [state, setState] = useState<{ answer: AnswerOf<R> } | "loading" | "failed">("loading");
  const [tries, setTries] = useState(0);
  const { from, to, campaign } = asked;
  const ask = useEffectEvent((query: ShownQuery) => askApi(() => load(query)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    let isLeft = false;
    setState("loading");
    const query = {
      ...(from && { from }),
      ...(to && { to }),
      ...(campaign && { campaign }),
      ...(viewAs && { client: viewAs }),
    };
    void ask(query).then((outcome) => {
      if (!isLeft) setState(outcome.isDone ? { answer: outcome.answer } : "failed");
    });
    return () => {
      isLeft = true;
    };
  }, [from, to, campaign, viewAs, tries]);

  if (typeof state !== "string") return children(state.answer);
  if (!words) return null;
  if (state === "loading") return <p className={styles.note}>{words.loading}</p>;
  return (
    <div className={styles.failed}>
      <p>{words.failed}</p>
      <Button variant="outline" isSmall onClick={() => setTries(tries + 1)}>
        {controlWords.retry}
      </Button>
    </div>
  );
}
