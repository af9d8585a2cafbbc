// Which shortcuts the help lists. Pure.
import { keyWords } from "#content/desk/shell.ts";

type Shortcut = { keys: readonly string[]; does: string };

/**
 * Returns the shortcuts that work on this screen. `isAsked`: whether a call's panel is open. Its keys
 * work on every screen, because the new-lead bar asks for results on every screen.
 */
export function listedShortcuts(pathname: string, { isAsked }: { isAsked: boolean }): Shortcut[] {
  const { everywhere, panel, ...byScreen } = keyWords.keys;
  const screen = pathname.split("/").at(-1) ?? "";
  const found = Object.entries(byScreen).find(([name]) => name === screen);
  const own: readonly Shortcut[] = found?.[1] ?? [];
  const [result] = panel;
  const isListed = own.some(({ does }) => does === result.does);
  return [...(isAsked && !isListed ? panel : []), ...own, ...everywhere];
}
