// Lets the owner choose the campaign to merge into, and shows the totals of each campaign and of
// both together.
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import source from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { campaignPlatformNames, campaignWords as words } from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import type { MergePreview, MergeSums } from "#contract/campaigns.ts";
import { centsText, costText, countText } from "./campaign-texts.ts";
import styles from "./merge-form.module.css";
import { showUndo } from "./show-undo.ts";

export function MergeForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [into, setInto] = useState("");
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChange();
  const navigate = useNavigate();
  const others = preview?.others ?? null;
  const sums = into ? preview?.sums : null;

  useEffect(() => {
    let isCurrent = true;
    const query = into ? { into } : {};
    void askApi(() => api.admin.campaigns[":id"].merges.$get({ param: { id }, query })).then(
      (outcome) => {
        if (!isCurrent) return;
        if (outcome.isDone) setPreview(outcome.answer);
        else setRefusal(outcome.refusal.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, into]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!sums || isSending) return;
    setIsSending(true);
    setRefusal(null);
    const one = api.admin.campaigns[":id"];
    const outcome = await askApi(() => one.merges.$post({ param: { id }, json: { into } }));
    setIsSending(false);
    if (!outcome.isDone) return setRefusal(outcome.refusal.message);
    await navigate(`/admin/campaign?id=${into}`);
    showUndo(outcome.answer.message, () => {
      void change(() => one.undos.$post({ param: { id } }));
    });
  }

  return (
    <form className={styles.form} aria-label={words.merge} onSubmit={(event) => void submit(event)}>
      <p className={source.note}>{words.mergeHelp}</p>
      {others?.length === 0 && <p>{words.nothingToMerge}</p>}
      {others && others.length > 0 && (
        <label>
          {words.mergeInto}
          <select
            required
            value={into}
            onChange={({ target }) => {
              setRefusal(null);
              setPreview({ others, sums: null });
              setInto(target.value);
            }}
          >
            <option value="" disabled>
              {words.chooseCampaign}
            </option>
            {others.map(({ _id, name, platform }) => (
              <option key={_id} value={_id}>
                {name} ({campaignPlatformNames[platform]})
              </option>
            ))}
          </select>
        </label>
      )}
      <div aria-live="polite">
        {into && !sums && !refusal && <p>{words.loading}</p>}
        {sums && <Sums sums={sums} />}
      </div>
      <p className={source.note}>{words.mergeBudgets}</p>
      <RefusalLine sentence={refusal} />
      <div className={source.actions}>
        <Button type="submit" aria-disabled={!sums || isSending}>
          {words.merge}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {consoleWords.cancel}
        </Button>
      </div>
    </form>
  );
}

function Sums({ sums }: { sums: NonNullable<MergePreview["sums"]> }) {
  return (
    <table className={styles.sums}>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.spend}</th>
          <th scope="col">{words.leads}</th>
          <th scope="col">{words.perLead}</th>
        </tr>
      </thead>
      <tbody>
        <SumsRow name={words.thisCampaign} sums={sums.from} />
        <SumsRow name={words.otherCampaign} sums={sums.into} />
        <SumsRow name={words.mergedResult} sums={sums.result} />
      </tbody>
    </table>
  );
}

function SumsRow({ name, sums }: { name: string; sums: MergeSums }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{centsText(sums.spendCents) ?? words.unknown}</td>
      <td>{countText(sums.leads)}</td>
      <td>{costText(sums.perLead) ?? words.unknown}</td>
    </tr>
  );
}
