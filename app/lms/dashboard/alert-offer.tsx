// Two hints on the screen that is open all day: that the practice wouldn't get alerts if the screen
// were closed, and that this device could get notifications. "Not now" hides the second hint on
// this device.
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { useAlertSettings } from "#app/lms/shell/alert-settings.ts";
import { IconBell } from "#app/lms/shell/desk-icons.ts";
import { turnOnPush, usePushState } from "#app/lms/shell/push.ts";
import { Button } from "#app/ui/button.tsx";
import {
  listenToStorage,
  readOncePerChange,
  storedText,
  storeText,
} from "#app/ui/device-storage.ts";
import { showToast } from "#app/ui/toast.tsx";
import { alertOfferWords, alertWords } from "#content/desk/alerts.ts";
import { unreachableMessage } from "#content/messages.ts";
import type { AlertSettings } from "#contract/alerts.ts";
import styles from "./alert-offer.module.css";

/** Shown on the practice's own dashboard, but not to an owner in view-as mode. */
export function AlertOffer() {
  const settings = useAlertSettings();
  return <div role="status">{settings && <Offer settings={settings} />}</div>;
}

const name = "alert offer";
/**
 * The offer that someone dismissed with "Not now": the first offer, or the offer after a
 * subscription was lost.
 */
const dismissed = readOncePerChange(() => storedText(name));

function Offer({ settings }: { settings: AlertSettings }) {
  const [state] = usePushState();
  const { isReachable, subscription } = settings;
  const ended = subscription?.isGone ? subscription.endpoint : null;
  const offer = ended ?? "dismissed";
  const isDone = useSyncExternalStore(listenToStorage, dismissed, () => offer) === offer;
  const canTurnOn =
    state === "possible" && !settings.devices.some(({ isThisDevice }) => isThisDevice);
  if (isReachable && (isDone || !canTurnOn)) return null;
  const words = wordsOf(settings);

  async function turnOn() {
    const message = await turnOnPush(settings.pushKey).catch(() => unreachableMessage);
    showToast({ title: message ?? alertWords.refused, seconds: 6 });
    if (message) storeText(name, "dismissed");
  }

  return (
    <div className={styles.offer} data-warns={!isReachable || undefined}>
      <IconBell size={20} aria-hidden />
      <p>
        <strong>{words.title}</strong>{" "}
        {words.why ?? <Link to="/lms/profile?page=alerts">{alertOfferWords.fix}</Link>}
      </p>
      {canTurnOn && (
        <Button isSmall variant="outline" onClick={() => void turnOn()}>
          {alertOfferWords.turnOn}
        </Button>
      )}
      {isReachable && (
        <Button isSmall variant="quiet" onClick={() => storeText(name, offer)}>
          {alertOfferWords.notNow}
        </Button>
      )}
    </div>
  );
}

/**
 * Returns the offer's texts. Without a `why`, the offer links to the profile, where the problem can
 * be fixed.
 */
function wordsOf({ isReachable, hasMail, subscription }: AlertSettings) {
  const { title, why, ended, endedWhy, unreachable, unreachableAtOnce } = alertOfferWords;
  if (!isReachable) return { title: hasMail ? unreachableAtOnce : unreachable, why: null };
  return subscription?.isGone ? { title: ended, why: endedWhy } : { title, why };
}
