import { IconBroadcast } from "#app/lms/shell/desk-icons.ts";
import { IconPlugConnectedX } from "#app/ui/icons.tsx";
import { queueWords } from "#content/desk/dashboard.ts";
import styles from "./live-state.module.css";

/** Says whether the leads on screen are up to date. */
export function LiveState({ isLive }: { isLive: boolean }) {
  const Icon = isLive ? IconBroadcast : IconPlugConnectedX;
  return (
    <p className={styles.live} role="status">
      <Icon aria-hidden />
      {isLive ? queueWords.live : queueWords.notLive}
    </p>
  );
}
