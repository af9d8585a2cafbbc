import { useLocation } from "react-router";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { parentPlace, places } from "./layout/places.ts";

/** Shown in place of a page that couldn't be loaded. The menu stays. */
export function FailedPage() {
  const { pathname } = useLocation();
  const parent = parentPlace[pathname];
  const place = places.find(({ url }) => (parent ?? pathname).startsWith(url));
  return (
    <>
      <ShellHead title={place?.name ?? consoleWords.title} {...(parent && { back: parent })} />
      <main>
        <LoadFailed>{consoleWords.failed}</LoadFailed>
      </main>
    </>
  );
}
