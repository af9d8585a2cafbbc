// Actions of the console's pages.
import { useRevalidator } from "react-router";
import { type AnswerOf, type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { toastTitles } from "#content/console/frame.ts";

/**
 * Runs an action, shows its result in a toast, and reloads the page's data, even after an error,
 * because someone else may have changed it. Returns whether it succeeded.
 */
export function useChange() {
  const { revalidate } = useRevalidator();
  return async function change<R extends ApiResponse>(action: () => Promise<R>): Promise<boolean> {
    const outcome = await askApi(action);
    const { isDone } = outcome;
    const { message } = isDone
      ? (outcome.answer as AnswerOf<R> & { message: string })
      : outcome.refusal;
    showToast({
      title: isDone ? toastTitles.done : toastTitles.error,
      message,
      ...(!isDone && { urgency: "alert", seconds: 8 }),
    });
    await revalidate();
    return isDone;
  };
}
