// The toast after a step that its page, or the list of campaigns, offers to undo for longer.
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";

const undoSeconds = 12;

export function showUndo(message: string, onPress: () => void) {
  showToast({
    ...{ title: toastTitles.done, message, seconds: undoSeconds },
    action: { label: consoleWords.undo, onPress },
  });
}
