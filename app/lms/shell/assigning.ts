// Assigns a lead to a person, with an undo.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { assignWords } from "#content/desk/dashboard.ts";
import type { DeskPerson } from "#contract/accounts.ts";
import type { Lead } from "#contract/leads.ts";
import { useDesk } from "./desk-context.ts";
import { callName, plainName } from "./names.tsx";

/** Returns a function that assigns a lead to a person, or with null to no one in particular. */
export function useAssign() {
  const { person } = useDesk();
  const { revalidate } = useRevalidator();

  async function save(id: string, assignee: string | null): Promise<boolean> {
    const param = { id };
    const outcome = await askApi(() => api.leads[":id"].$patch({ param, json: { assignee } }));
    if (!outcome.isDone) {
      const { message } = outcome.refusal;
      showToast({ title: controlWords.error, message, urgency: "alert" });
    }
    void revalidate();
    return outcome.isDone;
  }

  return async (lead: Lead, assignee: string | null): Promise<void> => {
    const before = lead.assignee?._id ?? null;
    if (!(await save(lead._id, assignee))) return;
    const undo = async () => {
      // Someone else may have taken the lead since.
      const param = { id: lead._id };
      const known = await askApi(() => api.leads[":id"].$get({ param, query: {} }));
      if (known.isDone && (known.answer.lead.assignee?._id ?? null) !== assignee) {
        return showToast({ title: assignWords.changedSince(plainName(callName(lead))) });
      }
      const isUndone = await save(lead._id, before);
      if (isUndone) showToast({ title: assignedText(lead, before, person) });
    };
    showToast({
      title: assignedText(lead, assignee, person),
      seconds: 8,
      action: { label: controlWords.undo, onPress: () => void undo() },
    });
  };
}

/**
 * Returns to whom the lead can be assigned, first to or from oneself; none if only one person works
 * here.
 */
export function assignChoices(
  { assignee }: Pick<Lead, "assignee">,
  person: DeskPerson | null,
): { _id: string | null; label: string }[] {
  if (!person || person.colleagues.length < 2) return [];
  const isMine = assignee?._id === person._id;
  const mine = isMine
    ? { _id: null, label: assignWords.release }
    : { _id: person._id, label: assignWords.take };
  const others = person.colleagues
    .filter(({ _id }) => _id !== person._id && _id !== assignee?._id)
    .map(({ _id, name }) => ({ _id, label: assignWords.handOver(plainName(name)) }));
  return [mine, ...others];
}

function assignedText(lead: Lead, assignee: string | null, person: DeskPerson | null): string {
  const name = plainName(callName(lead));
  if (assignee === null) return assignWords.released(name);
  if (assignee === person?._id) return assignWords.taken(name);
  const other = person?.colleagues.find(({ _id }) => _id === assignee);
  return assignWords.handedOver(name, plainName(other?.name ?? ""));
}
