// A text that is needed elsewhere, with a button that copies it.
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { sourceWords as words } from "#content/console/sources.ts";
import styles from "./sources.module.css";

export function CopyBlock({ name, text }: { name: string; text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: words.copied(name) });
    } catch {
      showToast({ title: words.notCopied });
    }
  }
  return (
    <div className={styles.block}>
      <p className={styles.head}>
        {name}
        <Button variant="quiet" isSmall aria-label={words.copyOf(name)} onClick={() => void copy()}>
          {words.copy}
        </Button>
      </p>
      <pre className={styles.text}>{text}</pre>
    </div>
  );
}
