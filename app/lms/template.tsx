import { ShellHead } from "#app/ui/shell.tsx";
import { deskWords } from "#content/desk.ts";
import styles from "./plain-page.module.css";

export const meta = () => [{ title: `Template · ${deskWords.title}` }];

export default function Template() {
  return (
    <>
      <ShellHead title="Template" />
      <main className={styles.text}>
        <p>No e-mail leaves in the practice’s name by itself: there are no templates.</p>
      </main>
    </>
  );
}
