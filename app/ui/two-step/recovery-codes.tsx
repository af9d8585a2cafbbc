// Shows the recovery codes, only once.
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { showToast } from "#app/ui/toast.tsx";
import { site } from "#content/site.ts";
import { twoStepWords } from "#content/two-step-login.ts";
import styles from "./two-step-login.module.css";

const words = twoStepWords.codes;

export function RecoveryCodes({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const text = (codes ?? []).join("\n");
  return (
    <Dialog isOpen={codes !== null} onClose={onClose} title={words.title} isReadFirst isShownOnce>
      <div className={styles.box}>
        <p>{words.says}</p>
        <ul className={styles.codes}>
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button onClick={onClose}>{words.done}</Button>
          <Button
            variant="outline"
            onClick={() => {
              void copy(text);
            }}
          >
            {words.copy}
          </Button>
          <Button variant="outline" onClick={() => download(text)}>
            {words.download}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: words.copied });
  } catch {
    // Someone denied access to the clipboard, or the page isn't served over HTTPS.
    showToast({ title: words.copyFailed });
  }
}

function download(text: string) {
  const lines = `${site.agency}\n${words.file}\n\n${text}\n`;
  saveFile("recovery-codes.txt", lines, "text/plain");
}
