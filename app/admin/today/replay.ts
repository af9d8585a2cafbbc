import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { toastTitles } from "#content/console/frame.ts";

export async function replay(id: string): Promise<void> {
  const outcome = await askApi(() =>
    api.admin["failed-lead-notifications"][":id"].replays.$post({ param: { id } }),
  );
  const message = outcome.isDone ? outcome.answer.message : outcome.refusal.message;
  showToast({ title: outcome.isDone ? toastTitles.fetching : toastTitles.error, message });
}
