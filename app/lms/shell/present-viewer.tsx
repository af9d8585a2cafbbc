import { Hidden } from "#app/ui/hidden.tsx";
import { IconEye } from "#app/ui/writing-icons.ts";
import { presenceWords } from "#content/desk/calls.ts";
import type { Viewer } from "./presence.ts";
import styles from "./present-viewer.module.css";

/** Shows that another user has this lead open. The full name and the device appear on hover. */
export function PresentViewer({ viewer }: { viewer: Viewer }) {
  return (
    <span className={styles.viewer} title={viewer.device}>
      <IconEye size={14} aria-hidden />
      {presenceWords.open(viewer.name)}
      <Hidden>, {viewer.device}</Hidden>
    </span>
  );
}
