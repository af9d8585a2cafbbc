// Shows a toast with Undo, for an action that can also be undone on its page or in the list of
// campaigns for longer.
import type { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";

const undoSeconds = 12;

export function showUndo(message: string, onPress: () => void) {
  showToast({
    ...{ title: toastTitles.done, message, seconds: undoSeconds },
    action: { label: consoleWords.undo, onPress },
  });
}

/** Shows what a report's import stored. `id`: the import's id, or null if it can't be undone. */
export function showImported(
  message: string,
  id: string | null,
  change: ReturnType<typeof useChange>,
) {
  if (id) {
    const undo = () => api.admin["campaign-reports"][":id"].undos.$post({ param: { id } });
    showUndo(message, () => void change(undo));
  } else {
    showToast({ title: toastTitles.done, message });
  }
}
