// The actions at the bottom of a campaign's page: ending it, merging it into another one, deleting
// it, and undoing merges. The sums are shown before a merge, because the owner may have picked the
// wrong campaign.
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { z } from "zod";
import { agencyZone } from "#app/admin/agency-hours.ts";
import source from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd, RefusalLine } from "#app/ui/form.tsx";
import { readNow } from "#app/ui/now.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { campaignMessages, campaignWords as words } from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import type { CampaignDetail } from "#contract/campaigns.ts";
import { calendarDay } from "#contract/fields.ts";
import { momentText } from "#contract/moment-text.ts";
import { dayIn } from "#contract/zones.ts";
import { MergeForm } from "./merge-form.tsx";
import { showUndo } from "./show-undo.ts";

export function MoreActions({ campaign }: { campaign: CampaignDetail }) {
  const { _id: id, name, state, endsOn, merged } = campaign;
  const [isOpen, setIsOpen] = useState<"end" | "merge" | "delete" | null>(null);
  const change = useChange();
  const today = () => dayIn(readNow(), agencyZone);
  const close = () => setIsOpen(null);
  const one = api.admin.campaigns[":id"];
  const param = { id };

  function reopen() {
    // An end date that has passed is cleared, because it would end the campaign again.
    const json = {
      state: "running" as const,
      ...(endsOn && endsOn <= today() && { endsOn: null }),
    };
    const undo = () => one.$patch({ param, json: { state: "ended", endsOn } });
    void change(() => one.$patch({ param, json }), { undo });
  }

  return (
    <section aria-labelledby="more">
      <h2 id="more">{words.more}</h2>
      {merged.map((other) => (
        <Merged key={other._id} merged={other} />
      ))}
      <p className={source.actions}>
        {state === "ended" ? (
          <Button isSmall variant="outline" onClick={reopen}>
            {words.reopen}
          </Button>
        ) : (
          <Button isSmall variant="outline" onClick={() => setIsOpen("end")}>
            {words.end}
          </Button>
        )}
        <Button isSmall variant="outline" onClick={() => setIsOpen("merge")}>
          {words.merge}
        </Button>
        <Button isSmall variant="outline" onClick={() => setIsOpen("delete")}>
          {words.delete}
        </Button>
      </p>
      <Dialog isOpen={isOpen === "end"} onClose={close} title={words.endTitle}>
        {isOpen === "end" && <EndForm campaign={campaign} today={today()} onClose={close} />}
      </Dialog>
      <Dialog isOpen={isOpen === "merge"} onClose={close} title={words.mergeTitle(name)}>
        {isOpen === "merge" && <MergeForm id={id} onClose={close} />}
      </Dialog>
      <Dialog isOpen={isOpen === "delete"} onClose={close} title={words.deleteTitle}>
        {isOpen === "delete" && <DeleteQuestion id={id} onClose={close} />}
      </Dialog>
    </section>
  );
}

function Merged({ merged }: { merged: CampaignDetail["merged"][number] }) {
  const { _id: id, name, mergedAt, canUndo } = merged;
  const change = useChange();
  const undo = () => api.admin.campaigns[":id"].undos.$post({ param: { id } });
  return (
    <p className={source.actions}>
      <span>{words.mergedOn(name, momentText(mergedAt, { timeZone: agencyZone }))}</span>
      {canUndo && (
        <Button
          isSmall
          variant="quiet"
          aria-label={words.undoMerge(name)}
          onClick={() => void change(undo)}
        >
          {consoleWords.undo}
        </Button>
      )}
    </p>
  );
}

const End = z.object({ endsOn: calendarDay });

function EndForm({
  campaign,
  today,
  onClose,
}: {
  campaign: CampaignDetail;
  today: string;
  onClose: () => void;
}) {
  const { _id: id, state, endsOn } = campaign;
  const change = useChange();
  const { revalidate } = useRevalidator();
  const one = api.admin.campaigns[":id"];
  const param = { id };
  const form = useForm({
    schema: End,
    send: (json) => one.$patch({ param, json: { ...json, state: "ended" } }),
    onDone({ message }) {
      onClose();
      const undo = () => one.$patch({ param, json: { state, endsOn } });
      showUndo(message, () => void change(undo));
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.endTitle}>
      <p>{words.endHelp}</p>
      <TextField
        name="endsOn"
        label={words.lastRunDay}
        type="date"
        isRequired
        defaultValue={endsOn && endsOn < today ? endsOn : today}
      />
      <FormEnd label={words.end}>
        <Button variant="quiet" onClick={onClose}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

function DeleteQuestion({ id, onClose }: { id: string; onClose: () => void }) {
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChange();
  const navigate = useNavigate();
  const one = api.admin.campaigns[":id"];
  const param = { id };

  async function remove() {
    if (isSending) return;
    setIsSending(true);
    const outcome = await askApi(() => one.$delete({ param }));
    setIsSending(false);
    if (!outcome.isDone) return setRefusal(outcome.refusal.message);
    await navigate("/admin/campaigns");
    showUndo(campaignMessages.deleted, () => void change(() => one.undos.$post({ param })));
  }

  return (
    <div className={source.question}>
      <p>{words.deleteHelp}</p>
      <p>{words.deleteWithLeads}</p>
      <RefusalLine sentence={refusal} />
      <p className={source.actions}>
        <Button variant="danger" aria-disabled={isSending} onClick={() => void remove()}>
          {words.delete}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {consoleWords.cancel}
        </Button>
      </p>
    </div>
  );
}
