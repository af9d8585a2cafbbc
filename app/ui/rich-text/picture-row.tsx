// The fields for uploading a picture with its alternative text.
import type { Editor } from "@tiptap/react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { editorWords } from "#content/desk/templates.ts";
import { fieldMessages } from "#content/messages.ts";
import { pictureAddress, pictureLimits } from "#contract/pictures.ts";
import { downscalePicture } from "./downscale-picture.ts";
import styles from "./rich-text.module.css";

export function PictureRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const file = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function insert() {
    const chosen = file.current?.files?.[0];
    if (!chosen) return setProblem(editorWords.choosePicture);
    if (isSending) return;
    setIsSending(true);
    setProblem(await send(chosen));
    setIsSending(false);
  }

  /** Uploads and inserts a picture. Resolves to an error message, or null if that succeeded. */
  async function send(chosen: File): Promise<string | null> {
    const content = await downscalePicture(chosen);
    if (!content) return fieldMessages.not_a_picture;
    const outcome = await askApi(() => api.pictures.$post({ json: { content } }));
    if (!outcome.isDone) return outcome.refusal.errors.content ?? outcome.refusal.message;
    const { _id, width, height } = outcome.answer;
    const attrs = {
      src: pictureAddress(_id),
      alt: words.current?.value.trim() ?? "",
      width,
      height,
    };
    editor.chain().focus().insertContent({ type: "picture", attrs }).run();
    onDone();
    return null;
  }

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Enter must not submit the form around these fields. On the file input, Enter opens the file
    // picker.
    if (event.key === "Enter" && event.target === file.current) return;
    event.preventDefault();
    if (event.key === "Enter") return void insert();
    editor.commands.focus();
    onDone();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the fields in it
    <div className={styles.picture} onKeyDown={press}>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label={editorWords.picture}
        aria-describedby={problem ? errorId : undefined}
        aria-invalid={problem !== null}
        onChange={() => setProblem(null)}
        // biome-ignore lint/a11y/noAutofocus: the user opened this field with a button
        autoFocus
      />
      <input
        ref={words}
        aria-label={editorWords.pictureShows}
        placeholder={editorWords.pictureHint}
        maxLength={pictureLimits.alt}
      />
      <button
        type="button"
        className={styles.apply}
        aria-disabled={isSending}
        onClick={() => void insert()}
      >
        {isSending ? editorWords.uploading : editorWords.insert}
      </button>
      <p id={errorId} role="status" className={styles.problem}>
        {problem}
      </p>
    </div>
  );
}
