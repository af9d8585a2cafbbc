// The import page, for choosing a file or following an import. Used by the lead desk and the
// console.
import type { ReactNode } from "react";
import { BackLink } from "#app/ui/back-link.tsx";
import { importWords as words } from "#content/desk/import.ts";
import type { LeadImport, LeadImportDetail } from "#contract/imports.ts";
import { ChooseFile } from "./choose-file.tsx";
import styles from "./import-page.module.css";
import { type ImportPlace, ImportPlaceProvider } from "./import-place.ts";
import { OneImport } from "./one-import.tsx";
import { RecentImports } from "./recent-imports.tsx";

type Props = {
  place: ImportPlace;
  /** Null if the page's data couldn't be loaded. */
  shown: { one: LeadImportDetail | null; imports: LeadImport[] } | null;
  /** The URL of the page with all imports, and that page's own link back. */
  url: string;
  back: { url: string; words: string };
  isOff?: boolean;
  /** Content at the top of the page. */
  children?: ReactNode;
};

export function ImportPage({ place, shown, url, back, isOff = false, children }: Props) {
  const one = shown?.one;
  return (
    <ImportPlaceProvider value={place}>
      <main className={styles.page} data-stale={(isOff && shown !== null) || undefined}>
        <BackLink to={one ? url : back.url}>{one ? words.another : back.words}</BackLink>
        {children}
        {one && <OneImport one={one} isOff={isOff} />}
        {shown && !one && (
          <>
            <ChooseFile isOff={isOff} />
            <RecentImports imports={shown.imports} />
          </>
        )}
      </main>
    </ImportPlaceProvider>
  );
}
