import { useRevalidator } from "react-router";
import { type AnswerOf, type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { toastTitles } from "#content/console/frame.ts";

/** Runs an action, shows its result in a toast, and reloads the page's data. */
export function useChange() {
  const { revalidate } = useRevalidator();
  return async function change<R extends ApiResponse>(action: () => Promise<R>) {
    const outcome = await askApi(action);
    const message = outcome.isDone
      ? (outcome.answer as AnswerOf<R> & { message: string }).message
      : outcome.refusal.message;
    showToast({ title: outcome.isDone ? toastTitles.done : toastTitles.error, message });
    await revalidate();
  };
}
