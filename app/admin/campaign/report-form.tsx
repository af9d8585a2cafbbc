// Imports a report in two steps: the first checks the file and shows what it contains, and the
// second sends the same file again. The toast offers Undo.
import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { PracticeSelect, type PracticesToChoose } from "#app/admin/practice-field.tsx";
import source from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { numberText } from "#app/ui/share.ts";
import {
  campaignPlatformNames,
  campaignStateNames,
  reportRowProblemTexts,
  campaignWords as words,
} from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import type { Report } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";
import styles from "./report-form.module.css";
import { showImported } from "./show-undo.ts";

type Props = {
  practices: PracticesToChoose;
  /** Called when the import is done or canceled. */
  onClose: () => void;
};

export function ReportForm({ practices, onClose }: Props) {
  const { revalidate } = useRevalidator();
  const change = useChange();
  const [client, setClient] = useState(() => {
    const [only, other] = practices.practices;
    return only && !other ? only._id : "";
  });
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [adds, setAdds] = useState(true);
  const [replaces, setReplaces] = useState(false);
  /**
   * The import's id, created when the file is checked, so that the file is imported only once even
   * if the response is lost.
   */
  const [importId, setImportId] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  /** Another choice is another import, even if the response to the first one was lost. */
  const asked = (set: (isOn: boolean) => void) => (isOn: boolean) => {
    setImportId(makeId());
    set(isOn);
  };

  async function send(isApplied: boolean) {
    if (!file || !client || isSending) return;
    setIsSending(true);
    setRefusal(null);
    const query = {
      client,
      ...(isApplied && { isApplied: "true" as const, _id: importId }),
      ...(adds && { addsCampaigns: "true" as const }),
      ...(replaces && { replacesEntered: "true" as const }),
    };
    const outcome = await askApi(() =>
      api.admin["campaign-reports"].$post({ query }, { init: { body: file } }),
    );
    setIsSending(false);
    if (!outcome.isDone) return setRefusal(outcome.refusal.message);
    const { report: answered, message } = outcome.answer;
    if (!isApplied) {
      setImportId(makeId());
      return setReport(answered);
    }
    showImported(message, answered._id, change);
    await revalidate();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(report !== null);
  }

  const count = report ? countOf(report, { adds, replaces }) : 0;
  return (
    <form className={styles.form} aria-label={words.report} onSubmit={submit}>
      <p className={source.note}>{words.reportHelp}</p>
      {!report && (
        <>
          <PracticeSelect
            name="client"
            none={words.choosePractice}
            isRequired
            loaded={practices}
            defaultValue={client}
            onChoose={setClient}
          />
          <label>
            {words.file}
            <input
              type="file"
              required
              accept=".csv,.tsv,.txt,text/csv"
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
          </label>
        </>
      )}
      {report && <Found report={report} />}
      {report?.campaigns.some(({ match }) => match === "new") && (
        <Check label={words.addsCampaigns} isOn={adds} set={asked(setAdds)} />
      )}
      {report?.campaigns.some(({ keptDays }) => keptDays > 0) && (
        <Check label={words.replacesEntered} isOn={replaces} set={asked(setReplaces)} />
      )}
      <RefusalLine sentence={refusal} />
      <div className={source.actions}>
        {report && (
          <Button variant="quiet" onClick={() => setReport(null)}>
            {words.otherFile}
          </Button>
        )}
        {report && count === 0 ? (
          <span>{words.nothingToImport}</span>
        ) : (
          <Button type="submit" aria-disabled={isSending}>
            {report ? words.apply(count) : words.check}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {consoleWords.cancel}
        </Button>
      </div>
    </form>
  );
}

function countOf({ campaigns }: Report, chosen: { adds: boolean; replaces: boolean }): number {
  return campaigns
    .filter(({ match }) => match !== "new" || chosen.adds)
    .reduce((sum, { days, keptDays }) => sum + days - (chosen.replaces ? 0 : keptDays), 0);
}

function Found({ report }: { report: Report }) {
  const { campaigns, platform } = report;
  const days = campaigns.reduce((sum, one) => sum + one.days, 0);
  return (
    <div className={styles.found} aria-live="polite">
      <h3>{words.checked(days, campaignPlatformNames[platform])}</h3>
      {campaigns.length > 1 && <p>{sumsText(totalOf(campaigns))}</p>}
      <ul>
        {campaigns.map((one) => (
          <li key={`${one.platformCampaignId} ${one.name}`}>
            <bdi>{one.name}</bdi>
            <small>
              {words.match[one.match]}. {words.campaignDays(one.days, one.firstDay, one.lastDay)}
              {one.keptDays > 0 && `, ${words.kept(one.keptDays)}`}
              {one.state && `, ${campaignStateNames[one.state].toLowerCase()}`}
            </small>
            <small>{sumsText(one)}</small>
          </li>
        ))}
      </ul>
      <Rejected of={report} />
    </div>
  );
}

/** Lists the rows that can't be imported. */
export function Rejected({ of }: { of: Pick<Report, "rejected" | "rejectedCount"> }) {
  const { rejected, rejectedCount } = of;
  if (rejectedCount === 0) return null;
  return (
    <>
      <h3>{words.rejected(rejectedCount)}</h3>
      <ul>
        {rejected.map(({ line, problem }) => (
          <li key={`${line} ${problem}`}>
            {words.atLine(line)}: {reportRowProblemTexts[problem]}
          </li>
        ))}
      </ul>
      {rejectedCount > rejected.length && (
        <p>{words.moreRejected(rejectedCount - rejected.length)}</p>
      )}
    </>
  );
}

type Sums = Pick<Report["campaigns"][number], "impressions" | "clicks" | "spendCents">;

export function sumsText({ impressions, clicks, spendCents }: Sums): string {
  const text = (count: number | null) => (count === null ? null : numberText(count));
  return words.sums(
    text(impressions),
    text(clicks),
    spendCents === null ? null : dollarsText(spendCents),
  );
}

export function totalOf(campaigns: Sums[]): Sums {
  const sum = (name: keyof Sums) =>
    campaigns.reduce<number | null>(
      (total, { [name]: one }) => (one === null ? total : (total ?? 0) + one),
      null,
    );
  return { impressions: sum("impressions"), clicks: sum("clicks"), spendCents: sum("spendCents") };
}

export function Check(props: { label: string; isOn: boolean; set: (isOn: boolean) => void }) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={({ target }) => props.set(target.checked)}
      />
      {props.label}
    </label>
  );
}
