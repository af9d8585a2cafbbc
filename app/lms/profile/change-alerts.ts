// Changes the alert settings and shows the result.
import { loadAlertSettings, setAlertSettings } from "#app/lms/shell/alert-settings.ts";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import type { AlertSettings } from "#contract/alerts.ts";

type Changed = { alerts: AlertSettings; message: string };

/** Shows the settings after a change. Every change returns the same response. */
export async function changeAlerts(send: () => Promise<ApiResponse>): Promise<void> {
  const outcome = await askApi(send);
  if (!outcome.isDone) {
    showToast({ title: controlWords.error, message: outcome.refusal.message, seconds: 6 });
    await loadAlertSettings();
    return;
  }
  showChange(outcome.answer as Changed);
}

export function showChange({ alerts, message }: Changed): void {
  setAlertSettings(alerts);
  showToast({ title: message });
}
