// Archives and restores leads. Each action has an undo toast.
import { api } from "#app/api.ts";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { archiveWords } from "#content/desk/archive.ts";
import { controlWords } from "#content/desk/controls.ts";
import type { ArchivedLead } from "#contract/archive.ts";
import type { Lead } from "#contract/leads.ts";

const undoSeconds = 8;

type Change = "done" | "undone";

/**
 * Archives leads. Calls `then` after each change, including an undo. Resolves to whether it
 * succeeded.
 */
export async function archiveWithUndo(
  leads: Lead[],
  reason: string,
  then: (change: Change) => void,
): Promise<boolean> {
  const ids = leads.map(({ _id }) => _id);
  const [first] = leads;
  const outcome = await askApi(() => api.leads.archive.$post({ json: { ids, reason } }));
  const name = first ? toldName(first) : "";
  const words = {
    title: archiveWords.archived(ids.length, name),
    undone: archiveWords.archivingUndone(ids.length, name),
  };
  return tell(outcome, words, then, () => askApi(() => api.leads.restore.$post({ json: { ids } })));
}

/**
 * Restores a lead to the state that it had before it was archived. An undo archives it again with
 * its old reason. Calls `then` after each change, including an undo. Resolves to whether it
 * succeeded.
 */
export async function restoreWithUndo(
  lead: Lead,
  reason: string,
  then: (change: Change) => void,
): Promise<boolean> {
  const ids = [lead._id];
  const outcome = await askApi(() => api.leads.restore.$post({ json: { ids } }));
  const state = outcome.isDone ? (outcome.answer.leads[0]?.state ?? "new") : "new";
  const name = toldName(lead);
  const words = {
    title: archiveWords.restored[state](name),
    undone: archiveWords.archived(1, name),
  };
  return tell(outcome, words, then, () =>
    askApi(() => api.leads.archive.$post({ json: { ids, reason } })),
  );
}

/**
 * Restores several leads like `restoreWithUndo`. An undo archives each lead again with its own
 * reason.
 */
export async function restoreAllWithUndo(
  leads: ArchivedLead[],
  then: (change: Change) => void,
): Promise<boolean> {
  const ids = leads.map(({ _id }) => _id);
  const outcome = await askApi(() => api.leads.restore.$post({ json: { ids } }));
  const [first] = leads;
  const name = first ? toldName(first) : "";
  const words = {
    title: archiveWords.archivingUndone(ids.length, name),
    undone: archiveWords.archived(ids.length, name),
  };
  return tell(outcome, words, then, async () => {
    const byReason = Map.groupBy(leads, ({ archived }) => archived?.reason ?? "");
    for (const [reason, some] of byReason) {
      const json = { ids: some.map(({ _id }) => _id), reason };
      const undone = await askApi(() => api.leads.archive.$post({ json }));
      if (!undone.isDone) return undone;
    }
    return { isDone: true };
  });
}

const toldName = (lead: Lead) => plainName(callName(lead));

type Told = { isDone: true } | { isDone: false; refusal: { message: string } };

function tell(
  outcome: Told,
  { title, undone: undoneTitle }: { title: string; undone: string },
  then: (change: Change) => void,
  undo: () => Promise<Told>,
): boolean {
  then("done");
  if (!outcome.isDone) {
    showToast({ title: controlWords.error, message: outcome.refusal.message, urgency: "alert" });
    return false;
  }
  const onPress = async () => {
    const undone = await undo();
    showToast(
      undone.isDone
        ? { title: undoneTitle }
        : { title: controlWords.error, message: undone.refusal.message, urgency: "alert" },
    );
    then("undone");
  };
  showToast({
    title,
    seconds: undoSeconds,
    action: { label: controlWords.undo, onPress: () => void onPress() },
  });
  return true;
}
