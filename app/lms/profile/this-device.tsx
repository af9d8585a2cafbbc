import { useState, useSyncExternalStore } from "react";
import { api } from "#app/api.ts";
import { setAlertSettings } from "#app/lms/shell/alert-settings.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { renewedAt, turnOnPush, unsubscribe, usePushState } from "#app/lms/shell/push.ts";
import { Button } from "#app/ui/button.tsx";
import { listenToStorage } from "#app/ui/device-storage.ts";
import { showToast } from "#app/ui/toast.tsx";
import { alertWords } from "#content/desk/alerts.ts";
import { unreachableMessage } from "#content/messages.ts";
import type { AlertSettings } from "#contract/alerts.ts";
import { momentText } from "#contract/moment-text.ts";
import styles from "./alerts.module.css";
import { changeAlerts } from "./change-alerts.ts";

/** Notifications on the device that shows this page. */
export function ThisDevice({ settings }: { settings: AlertSettings }) {
  const [state, look] = usePushState();
  const [isAsking, setIsAsking] = useState(false);
  const { client } = useDesk();
  const renewed = useSyncExternalStore(listenToStorage, renewedAt, () => null);
  const device = settings.devices.find(({ isThisDevice }) => isThisDevice);

  async function turnOn() {
    setIsAsking(true);
    const message = await turnOnPush(settings.pushKey).catch(() => unreachableMessage);
    setIsAsking(false);
    look();
    if (message) showToast({ title: message });
  }

  if (!device) {
    if (state === "denied") return <p>{alertWords.refused}</p>;
    if (state === "needsHomeScreen") return <p>{alertWords.needsHomeScreen}</p>;
    if (state === "unsupported") return <p>{alertWords.unsupported}</p>;
    const hasEnded = settings.subscription?.isGone;
    return (
      <>
        {hasEnded ? (
          <p className={styles.problem}>{alertWords.deviceProblems.gone}</p>
        ) : (
          <p>{alertWords.isOff}</p>
        )}
        <span className={styles.actions}>
          <Button aria-disabled={isAsking} onClick={() => void turnOn()}>
            {alertWords.turnOn}
          </Button>
        </span>
      </>
    );
  }
  const param = { id: device._id };
  return (
    <>
      <p>{alertWords.isOn}</p>
      {renewed && (
        <p className={styles.note}>
          {alertWords.renewed(momentText(renewed, { timeZone: client.timeZone }))}
        </p>
      )}
      {device.problem && (
        <p className={styles.problem}>{alertWords.deviceProblems[device.problem]}</p>
      )}
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={device.alertsWhenClosed}
          onChange={({ target }) => {
            const json = { alertsWhenClosed: target.checked };
            const changed = { ...device, ...json };
            const devices = settings.devices.map((one) => (one === device ? changed : one));
            setAlertSettings({ ...settings, devices });
            void changeAlerts(() => api.alerts.devices[":id"].$patch({ param, json }));
          }}
        />
        {alertWords.whenClosed}
      </label>
      <span className={styles.actions}>
        <Button
          variant="outline"
          isSmall
          onClick={() => void changeAlerts(() => api.alerts.devices[":id"].tests.$post({ param }))}
        >
          {alertWords.test}
        </Button>
        <Button
          variant="quiet"
          isSmall
          onClick={() => {
            void unsubscribe().catch(() => undefined);
            void changeAlerts(() => api.alerts.devices[":id"].$delete({ param }));
          }}
        >
          {alertWords.turnOff}
        </Button>
      </span>
    </>
  );
}
