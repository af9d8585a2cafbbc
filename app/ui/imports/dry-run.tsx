// The third step: what the file has in it, before anything is saved.
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { numberText, shareText } from "#app/ui/share.ts";
import { importMessages, importWords } from "#content/desk/import.ts";
import type { LeadImportDetail } from "#contract/imports.ts";
import styles from "./dry-run.module.css";
import { useImportPlace } from "./import-place.ts";
import { useStep } from "./send.ts";

const words = importWords.result;

export function DryRun({ one, isOff }: { one: LeadImportDetail; isOff: boolean }) {
  const { counts, state } = one;
  const { run } = useImportPlace();
  const { send, isSending, refusal } = useStep(() => run(one._id));
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
        <Count name={words.rejected} count={counts.rejected} />
      </dl>
      {counts.known > 0 && <p className={styles.hint}>{words.knownHint}</p>}
      {counts.rejected > 0 && state === "checked" && <Rejected one={one} />}
      {state === "checked" && counts.fresh === 0 && <p>{words.nothing}</p>}
      {state === "checked" && counts.fresh > 0 && (
        <div>
          <Button disabled={isOff} aria-disabled={isSending} onClick={send}>
            {counts.fresh === 1 ? words.importOne : words.import(numberText(counts.fresh))}
          </Button>
        </div>
      )}
      <RefusalLine sentence={refusal} />
    </section>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{numberText(count)}</dd>
    </div>
  );
}

function Rejected({ one }: { one: LeadImportDetail }) {
  const { address } = useImportPlace();
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
      <ButtonAnchor variant="outline" isSmall href={`${address}/${one._id}/rejected.csv`} download>
        <IconDownload aria-hidden />
        {words.download}
      </ButtonAnchor>
    </details>
  );
}
