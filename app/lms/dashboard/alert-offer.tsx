// On the screen that is open all day: nothing would reach the practice without it, or this device
// could. Each is said once per device.
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { useAlertSettings } from "#app/lms/shell/alert-settings.ts";
import { IconBell } from "#app/lms/shell/desk-icons.ts";
import {
  listenToStorage,
  readOncePerChange,
  storedText,
  storeText,
} from "#app/lms/shell/device-storage.ts";
import { turnOnPush, usePushState } from "#app/lms/shell/push.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { alertOfferWords, alertWords } from "#content/desk/alerts.ts";
import { formMessages } from "#content/messages.ts";
import type { AlertSettings } from "#contract/alerts.ts";
import styles from "./alert-offer.module.css";

/** For the dashboard's own practice, not for the owner who views it. */
export function AlertOffer() {
  const settings = useAlertSettings();
  return <div role="status">{settings && <Offer settings={settings} />}</div>;
}

const name = "alert offer";
const isDismissed = readOncePerChange(() => storedText(name) === "dismissed");

function Offer({ settings }: { settings: AlertSettings }) {
  const [state] = usePushState();
  const isDone = useSyncExternalStore(listenToStorage, isDismissed, () => true);
  const canTurnOn =
    state === "possible" && !settings.devices.some(({ isThisDevice }) => isThisDevice);
  if (settings.isReachable && (isDone || !canTurnOn)) return null;

  async function turnOn() {
    const message = await turnOnPush(settings.pushKey).catch(() => formMessages.noAnswer);
    showToast({ title: message ?? alertWords.refused, seconds: 6 });
    if (message) storeText(name, "dismissed");
  }

  return (
    <div className={styles.offer} data-warns={!settings.isReachable || undefined}>
      <IconBell size={20} aria-hidden />
      <p>
        <strong>
          {settings.isReachable ? alertOfferWords.title : alertOfferWords.unreachable}
        </strong>{" "}
        {settings.isReachable ? (
          alertOfferWords.why
        ) : (
          <Link to="/lms/profile#alerts">{alertOfferWords.fix}</Link>
        )}
      </p>
      {canTurnOn && (
        <Button isSmall variant="outline" onClick={() => void turnOn()}>
          {alertOfferWords.turnOn}
        </Button>
      )}
      {settings.isReachable && (
        <Button isSmall variant="quiet" onClick={() => storeText(name, "dismissed")}>
          {alertOfferWords.notNow}
        </Button>
      )}
    </div>
  );
}
