// The values to copy into a source's sender.
import {
  formSnippet,
  hostedFormSettings as hosted,
  sourceWords as words,
} from "#content/console/sources.ts";
import type { SourceDetail } from "#contract/sources.ts";
import { CopyBlock } from "./copy-block.tsx";
import styles from "./sources.module.css";

export function SetUp({ source }: { source: SourceDetail }) {
  const { kind, url, googleKey, hostedForm, meta, state } = source;
  if (state === "ended") return <p className={styles.note}>{words.ended}</p>;
  if (meta) {
    return (
      <div className={styles.setUp}>
        <p>{words.metaIds(meta.page, meta.form)}</p>
        <p className={styles.note}>{meta.hasToken ? words.hasToken : words.noToken}</p>
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

const help = {
  meta: "",
  google: words.googleHelp,
  webhook: words.webhookHelp,
  form: words.formHelp,
};
