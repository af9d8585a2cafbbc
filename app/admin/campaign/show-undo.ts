// Shows a toast with Undo, for an action that can also be undone on its page or in the list of
// campaigns for longer.
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";

const undoSeconds = 12;

export function showUndo(message: string, onPress: () => void) {
  showToast({
    ...{ title: toastTitles.done, message, seconds: undoSeconds },
    action: { label: consoleWords.undo, onPress },
  });
}
