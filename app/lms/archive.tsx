import { ShellHead } from "#app/ui/shell.tsx";
import { deskWords } from "#content/desk.ts";
import styles from "./plain-page.module.css";

export const meta = () => [{ title: `Archive · ${deskWords.title}` }];

export default function Archive() {
  return (
    <>
      <ShellHead title="Archive" />
      <main className={styles.text}>
        <p>
          A lead is archived when the person is not interested, when the number was wrong, or by
          hand with a reason. It keeps its page and its timeline, can be restored there, and stays
          in every figure.
        </p>
      </main>
    </>
  );
}
