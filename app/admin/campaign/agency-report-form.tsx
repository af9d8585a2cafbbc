// Imports one report for all practices in two steps: the first checks the file and shows the sums
// by practice, and the second sends the same file again. The toast offers Undo.
import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import source from "#app/admin/source.module.css";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { campaignPlatformNames, campaignWords as words } from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import type { AgencyReport } from "#contract/campaigns.ts";
import styles from "./report-form.module.css";
import { Check, Rejected, sumsText, totalOf } from "./report-form.tsx";
import { showImported } from "./show-undo.ts";

export function AgencyReportForm({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const change = useChange();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<AgencyReport | null>(null);
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
    if (!file || isSending) return;
    setIsSending(true);
    setRefusal(null);
    const query = {
      ...(isApplied && { isApplied: "true" as const, _id: importId }),
      ...(replaces && { replacesEntered: "true" as const }),
    };
    const outcome = await askApi(() =>
      api.admin["agency-reports"].$post({ query }, { init: { body: file } }),
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

  const count = report ? countOf(report, replaces) : 0;
  const hasKept = report?.practices.some((one) =>
    one.report.campaigns.some(({ keptDays }) => keptDays > 0),
  );
  return (
    <form className={styles.form} aria-label={words.agencyReport} onSubmit={submit}>
      <p className={source.note}>{words.agencyReportHelp}</p>
      {!report && (
        <label>
          {words.file}
          <input
            type="file"
            required
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        </label>
      )}
      {report && <Found report={report} />}
      {hasKept && <Check label={words.replacesEntered} isOn={replaces} set={asked(setReplaces)} />}
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

function countOf({ practices }: AgencyReport, replaces: boolean): number {
  return practices
    .flatMap(({ report }) => report.campaigns)
    .reduce((sum, { days, keptDays }) => sum + days - (replaces ? 0 : keptDays), 0);
}

function Found({ report }: { report: AgencyReport }) {
  const { practices, unassigned, platform } = report;
  const all = practices.flatMap((one) => one.report.campaigns);
  const days = all.reduce((sum, one) => sum + one.days, 0);
  return (
    <div className={styles.found} aria-live="polite">
      <h3>{words.checked(days, campaignPlatformNames[platform])}</h3>
      {practices.length > 1 && <p>{sumsText(totalOf(all))}</p>}
      <ul>
        {practices.map(({ practice, report: { campaigns } }) => (
          <li key={practice._id}>
            <bdi>{practice.name}</bdi>
            <small>
              {words.practiceCampaigns(campaigns.length)}: {campaigns.map(nameOf).join(", ")}
            </small>
            <small>{sumsText(totalOf(campaigns))}</small>
          </li>
        ))}
      </ul>
      {unassigned.length > 0 && (
        <>
          <h3>{words.unassigned(unassigned.length)}</h3>
          <ul>
            {unassigned.map((one) => (
              <li key={`${one.platformCampaignId} ${one.name}`}>
                <bdi>{one.name}</bdi>
                <small>{words.unassignedProblems[one.problem]}</small>
                <small>{sumsText(one)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <Rejected of={report} />
    </div>
  );
}

const nameOf = ({ name }: { name: string }) => name;
