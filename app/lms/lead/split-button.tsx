// "Not the same person" moves another person's inquiry to a separate lead. Undo merges the two
// leads again.
import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { nameOf, plainName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { samePersonWords as words } from "#content/desk/same-person.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import type { Lead } from "#contract/leads.ts";

export function SplitButton({ lead, inquiry }: { lead: Lead; inquiry: Inquiry }) {
  const { viewAs } = useDesk();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const name = plainName(nameOf(inquiry));

  async function split() {
    if (isBusy) return;
    setIsBusy(true);
    const json = { inquiryId: inquiry._id };
    const outcome = await askApi(() =>
      api.leads[":id"].splits.$post({ param: { id: lead._id }, json }),
    );
    setIsBusy(false);
    if (!outcome.isDone) return showError(outcome.refusal.message);
    const newId = outcome.answer.lead._id;
    await navigate(`/lms/lead?id=${newId}`);
    showToast({
      title: words.split(name),
      seconds: 8,
      action: { label: controlWords.undo, onPress: () => void undo(newId) },
    });
  }

  async function undo(newId: string) {
    const json = { otherId: newId };
    const outcome = await askApi(() =>
      api.leads[":id"].merges.$post({ param: { id: lead._id }, json }),
    );
    if (!outcome.isDone) return showError(outcome.refusal.message);
    await navigate(`/lms/lead?id=${outcome.answer.lead._id}`);
    showToast({ title: words.merged(plainName(nameOf(lead))) });
  }

  if (viewAs) return null;
  return (
    <Button variant="outline" isSmall aria-disabled={isBusy} onClick={() => void split()}>
      {words.notSame}
      <Hidden>{words.of(name)}</Hidden>
    </Button>
  );
}

function showError(message: string) {
  showToast({ title: controlWords.error, message, urgency: "alert" });
}
