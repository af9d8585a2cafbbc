// The first step of an import: choosing a file or dropping it.
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { askApi } from "#app/ui/ask-api.ts";
import { RefusalLine } from "#app/ui/form.tsx";
import { IconUpload } from "#app/ui/icons.tsx";
import { importMessages, importWords as words } from "#content/desk/import.ts";
import { importLimits } from "#contract/imports.ts";
import styles from "./choose-file.module.css";
import { type ImportPlace, useImportPlace } from "./import-place.ts";

export function ChooseFile({ isOff }: { isOff: boolean }) {
  const { upload, urlOf } = useImportPlace();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const hintId = useId();
  const [sending, setSending] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send(file: File | undefined) {
    if (!file || sending !== null || isOff) return;
    setRefusal(null);
    setSending(file.name);
    const outcome = await sendFile(file, upload);
    setSending(null);
    // Cleared, so that the same file can be chosen again after it was fixed.
    if (input.current) input.current.value = "";
    if (outcome.isDone) void navigate(urlOf(outcome.answer.import._id));
    else setRefusal(outcome.refusal.message);
  }

  return (
    <section className={styles.choose}>
      <p>{words.about}</p>
      <p className={styles.hint}>{words.whereTo}</p>
      <div className={styles.box} aria-busy={sending !== null}>
        <IconUpload size={24} aria-hidden />
        <label className={styles.label} htmlFor={inputId}>
          {words.choose}
        </label>
        <span className={styles.drop}>{words.drop}</span>
        <p className={styles.hint} id={hintId}>
          {words.limits}
        </p>
        <p role="status">{sending !== null && words.uploading(sending)}</p>
        {/* The input covers the box, so that the browser opens its file dialog or accepts a
            dropped file. */}
        <input
          ref={input}
          id={inputId}
          className={styles.input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-describedby={hintId}
          disabled={isOff || sending !== null}
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </div>
      <RefusalLine sentence={refusal} />
    </section>
  );
}

/** Sends the file. There is no time limit for the upload, only for the response. */
async function sendFile(file: File, upload: ImportPlace["upload"]) {
  const name = file.name.slice(0, importLimits.fileName);
  const isTooLarge = file.size > importLimits.bytes;
  const response = isTooLarge ? null : await upload(name, file).catch(() => null);
  const outcome = await askApi(async () => {
    if (!response) throw new Error("No answer");
    return response;
  });
  if (outcome.isDone || !isTooLarge) return outcome;
  return { ...outcome, refusal: { ...outcome.refusal, message: importMessages.tooLarge } };
}
