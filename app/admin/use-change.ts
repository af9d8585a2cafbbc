// Runs the actions on the console's pages.
import { useRevalidator } from "react-router";
import { type AnswerOf, type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";

type ChangeOptions = {
  /** Undoes the action. If given, the toast has an Undo button. */
  undo?: () => Promise<ApiResponse>;
};

/** How long the toast with the Undo button is shown, long enough to read it. */
const undoSeconds = 8;

/**
 * Runs an action, shows its result in a toast, and reloads the page's data, even after an error,
 * because someone else may have changed the data. Returns whether the action succeeded.
 */
export function useChange() {
  const { revalidate } = useRevalidator();
  return async function change<R extends ApiResponse>(
    action: () => Promise<R>,
    { undo }: ChangeOptions = {},
  ): Promise<boolean> {
    const outcome = await askApi(action);
    const { isDone } = outcome;
    const { message } = isDone
      ? (outcome.answer as AnswerOf<R> & { message: string })
      : outcome.refusal;
    showToast({
      title: isDone ? toastTitles.done : toastTitles.error,
      message,
      ...(!isDone && { urgency: "alert", seconds: 8 }),
      ...(isDone &&
        undo && {
          seconds: undoSeconds,
          action: { label: consoleWords.undo, onPress: () => void change(undo) },
        }),
    });
    await revalidate();
    return isDone;
  };
}
