// The values that must be copied into the system from which a source's leads come.
import { Moment } from "#app/ui/at-time.tsx";
import {
  formSnippet,
  hostedFormSettings as hosted,
  sourceWords as words,
} from "#content/console/sources.ts";
import { momentText } from "#contract/moment-text.ts";
import type { SourceDetail } from "#contract/sources.ts";
import { CopyBlock } from "./copy-block.tsx";
import styles from "./sources.module.css";

export function SetUp({ source, timeZone }: { source: SourceDetail; timeZone: string }) {
  const { kind, url, googleKey, hostedForm, meta, state, problems } = source;
  if (state === "ended") return <p className={styles.note}>{words.ended}</p>;
  if (meta) {
    const isRefused = problems.some(({ kind }) => kind === "failing");
    return (
      <div className={styles.setUp}>
        <p>{words.metaIds(meta.page, meta.form)}</p>
        <p className={styles.note}>
          {tokenText(meta)}{" "}
          {meta.fetchedAt !== null && (
            <>
              {words.fetched}{" "}
              <Moment at={meta.fetchedAt} timeZone={timeZone}>
                {momentText(meta.fetchedAt, { timeZone })}
              </Moment>
              .
            </>
          )}
          {meta.fetchedAt === null && meta.hasToken && !isRefused && words.neverFetched}
        </p>
      </div>
    );
  }
  if (!url) return null;
  return (
    <div className={styles.setUp}>
      <p className={styles.note}>{help[kind]}</p>
      {kind === "google" && <CopyBlock name={words.googleUrl} text={url} />}
      {googleKey && <CopyBlock name={words.googleKey} text={googleKey} />}
      {kind === "webhook" && <CopyBlock name={words.webhookUrl} text={url} />}
      {kind === "form" && (
        <>
          <CopyBlock name={words.formHtml} text={formSnippet(url)} />
          <CopyBlock name={words.formUrl} text={url} />
          <p className={styles.note}>{hosted.help}</p>
          {hostedForm && <CopyBlock name={hosted.url} text={hostedForm.url} />}
          {hostedForm && <CopyBlock name={hosted.spanishUrl} text={`${hostedForm.url}?lang=es`} />}
        </>
      )}
    </div>
  );
}

function tokenText({ hasToken, usesAgencyToken }: NonNullable<SourceDetail["meta"]>): string {
  if (!hasToken) return words.noToken;
  return usesAgencyToken ? words.agencyToken : words.hasToken;
}

const help = {
  meta: "",
  google: words.googleHelp,
  webhook: words.webhookHelp,
  form: words.formHelp,
};
