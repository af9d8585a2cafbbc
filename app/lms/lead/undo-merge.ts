// Undoes a merge of two leads, from the toast or from the timeline.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { samePersonWords as words } from "#content/desk/same-person.ts";

/** Resolves to whether it succeeded, and shows the result either way. */
export async function undoMerge(survivorId: string, mergedId: string): Promise<boolean> {
  const param = { id: survivorId, otherId: mergedId };
  const outcome = await askApi(() => api.leads[":id"].merges[":otherId"].$delete({ param }));
  if (outcome.isDone) showToast({ title: words.undone });
  else showToast({ title: controlWords.error, message: outcome.refusal.message, urgency: "alert" });
  return outcome.isDone;
}

/** Returns a function that undoes a merge, for the page of the lead that survived it. */
export function useUndoMerge(survivorId: string) {
  const { revalidate } = useRevalidator();
  return async (mergedId: string) => {
    await undoMerge(survivorId, mergedId);
    await revalidate();
  };
}
