// The third step of an import: what the file contains, before anything is saved.
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { numberText, shareText } from "#app/ui/share.ts";
import { importMessages, importWords } from "#content/desk/import.ts";
import {
  type ImportDestination,
  importDestinations,
  type LeadImportDetail,
} from "#contract/imports.ts";
import { DiscardButton } from "./discard-button.tsx";
import styles from "./dry-run.module.css";
import { useImportPlace } from "./import-place.ts";
import { useStep } from "./send.ts";

const words = importWords.result;

export function DryRun({ one, isOff }: { one: LeadImportDetail; isOff: boolean }) {
  const { counts, state } = one;
  const { run } = useImportPlace();
  const [destination, setDestination] = useState<ImportDestination>("archive");
  const { send, isSending, refusal } = useStep(() => run(one._id, { destination }));
  return (
    <section className={styles.step} aria-labelledby="result-title">
      <h2 id="result-title" tabIndex={-1}>
        {words.title}
      </h2>
      {state === "checking" && (
        <div role="status">
          <progress
            className={styles.progress}
            max={1}
            value={one.checked}
            aria-label={words.title}
          />
          <p>{words.checking(shareText(one.checked * 1000, 1000))}</p>
        </div>
      )}
      <dl className={styles.counts}>
        <Count name={words.fresh} count={counts.fresh} />
        <Count name={words.known} count={counts.known} />
        {counts.repeated > 0 && <Count name={words.repeated} count={counts.repeated} />}
        <Count name={words.rejected} count={counts.rejected} />
      </dl>
      {counts.known > 0 && (
        <p className={styles.hint}>
          {words.knownHint} {completingText(one.completing)}
        </p>
      )}
      <Unclear one={one} />
      {state === "checked" && counts.fresh === 0 && one.completing === 0 && <p>{words.nothing}</p>}
      {state === "checked" && counts.fresh > 0 && (
        <fieldset className={styles.destination}>
          <legend>{words.destination}</legend>
          {importDestinations.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="destination"
                checked={one === destination}
                onChange={() => setDestination(one)}
              />
              {words.destinations[one]}
            </label>
          ))}
        </fieldset>
      )}
      <RefusalLine sentence={refusal} />
      <div className={styles.buttons}>
        {state === "checked" && counts.fresh + one.completing > 0 && (
          <Button disabled={isOff} aria-disabled={isSending} onClick={send}>
            {buttonText(one)}
          </Button>
        )}
        <DiscardButton one={one} isOff={isOff} />
      </div>
      {one.knownRows.length > 0 && state === "checked" && <Known one={one} />}
      {counts.rejected > 0 && state === "checked" && <Rejected one={one} />}
    </section>
  );
}

/** The values that couldn't be parsed. They are saved as answers. */
function Unclear({ one: { unclear } }: { one: LeadImportDetail }) {
  const { dates, contacts, damaged } = unclear;
  const said = words.unclear;
  return (
    <>
      {dates > 0 && <p>{dates === 1 ? said.date : said.dates(numberText(dates))}</p>}
      {contacts > 0 && (
        <p>
          {contacts === 1 ? said.contact : said.contacts(numberText(contacts))}{" "}
          {damaged > 0 && said.damaged(numberText(damaged))}
        </p>
      )}
    </>
  );
}

function completingText(count: number): string {
  if (count === 0) return words.nothingAdded;
  return count === 1 ? words.completingOne : words.completing(numberText(count));
}

function buttonText({ counts: { fresh }, completing }: LeadImportDetail): string {
  if (fresh === 0) {
    return completing === 1 ? words.completeOne : words.complete(numberText(completing));
  }
  return fresh === 1 ? words.importOne : words.import(numberText(fresh));
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{numberText(count)}</dd>
    </div>
  );
}

/**
 * The people in the file whom the practice already knows. They are listed, so that no one is
 * skipped by mistake.
 */
function Known({ one }: { one: LeadImportDetail }) {
  const { kind, address } = useImportPlace();
  return (
    <details className={styles.rejected}>
      <summary>{words.knownRows}</summary>
      <ul>
        {one.knownRows.map(({ line, name, lead, sameAsLine }) => (
          <li key={line}>
            <strong>{importMessages.atLine(line, name)}</strong>
            <bdi>{sameAsLine ? words.isLine(sameAsLine) : isText(lead?.name)}</bdi>
          </li>
        ))}
      </ul>
      <DownloadLink kind={kind} url={`${address}/${one._id}/known.csv`}>
        <IconDownload aria-hidden />
        {words.downloadKnown}
      </DownloadLink>
    </details>
  );
}

function isText(name: string | undefined): string {
  return name ? words.is(name) : words.isLead;
}

function Rejected({ one }: { one: LeadImportDetail }) {
  const { kind, address } = useImportPlace();
  return (
    <details className={styles.rejected}>
      <summary>{words.rejectedRows}</summary>
      <ul>
        {one.rejectedRows.map(({ line, problem, text }) => (
          <li key={line}>
            <strong>{importMessages.atLine(line, importMessages.rowProblems[problem])}</strong>
            {text && <bdi>{text}</bdi>}
          </li>
        ))}
      </ul>
      <DownloadLink kind={kind} url={`${address}/${one._id}/rejected.csv`}>
        <IconDownload aria-hidden />
        {words.downloadRejected}
      </DownloadLink>
    </details>
  );
}
