// How the practice is alerted to new leads: on this device, on others, by email and by text.
import type { ReactNode } from "react";
import { api } from "#app/api.ts";
import {
  loadAlertSettings,
  setAlertSettings,
  useAlertSettings,
  useAlertsFailed,
} from "#app/lms/shell/alert-settings.ts";
import { playChime } from "#app/lms/shell/chime.ts";
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { useDesk, useMay } from "#app/lms/shell/desk-context.ts";
import { useSoundSettings } from "#app/lms/shell/sound-settings.ts";
import list from "#app/ui/account/devices.module.css";
import forms from "#app/ui/account/forms.module.css";
import { Button } from "#app/ui/button.tsx";
import { deviceName } from "#app/ui/device-name.ts";
import { alertWords } from "#content/desk/alerts.ts";
import { controlWords } from "#content/desk/controls.ts";
import type { AlertDevice, AlertSettings } from "#contract/alerts.ts";
import { momentText } from "#contract/moment-text.ts";
import { AlertAddresses } from "./alert-addresses.tsx";
import styles from "./alerts.module.css";
import { changeAlerts } from "./change-alerts.ts";
import { SoundSwitches } from "./sound-switches.tsx";
import { ThisDevice } from "./this-device.tsx";

export function Alerts() {
  const settings = useAlertSettings();
  const mayManage = useMay("alerts");
  if (!settings) return <NotLoaded />;
  // Members manage only their own devices.
  const others = settings.devices.filter(
    ({ isThisDevice, isYours }) => !isThisDevice && (mayManage || isYours),
  );
  return (
    <>
      <Block title={alertWords.thisDevice}>
        <ThisDevice settings={settings} />
      </Block>
      <Block title={alertWords.openScreen}>
        <OpenScreen />
      </Block>
      <Block title={alertWords.sound}>
        <SoundSwitches />
      </Block>
      <Block title={alertWords.others}>
        {others.length === 0 && <p className={styles.note}>{alertWords.noOthers}</p>}
        <ul className={list.list}>
          {others.map((device) => (
            <OtherDevice key={device._id} device={device} />
          ))}
        </ul>
      </Block>
      {mayManage && <PracticeAlerts settings={settings} />}
    </>
  );
}

/** The alert bar at the top of every screen, and this device's sound. */
function OpenScreen() {
  const send = useSend();
  const [sound] = useSoundSettings();
  return (
    <>
      <p className={styles.note}>{alertWords.openScreenWhy}</p>
      <span className={styles.actions}>
        <Button
          variant="outline"
          isSmall
          aria-label={alertWords.testOnScreen}
          onClick={() => {
            send({ type: "alertTested" });
            if (sound.isOn && Date.now() >= sound.mutedUntil) playChime(sound.volume);
          }}
        >
          {alertWords.test}
        </Button>
      </span>
    </>
  );
}

/** The settings that a manager chooses for the whole practice. */
function PracticeAlerts({ settings }: { settings: AlertSettings }) {
  return (
    <>
      <Block title={alertWords.emails}>
        <p className={styles.note}>
          {settings.hasMail ? alertWords.emailsWhy(settings.defaultEmail) : alertWords.noMail}
        </p>
        {settings.hasMail && !hasWorkingEmail(settings) && (
          <span className={styles.actions}>
            <Button
              variant="outline"
              isSmall
              aria-label={alertWords.testByEmail}
              onClick={() => void changeAlerts(() => api.alerts.tests.$post())}
            >
              {alertWords.test}
            </Button>
          </span>
        )}
        <AlertAddresses kind="email" settings={settings} />
      </Block>
      {settings.hasTexts && (
        <Block title={alertWords.texts}>
          <p className={styles.note}>{alertWords.textsWhy}</p>
          {settings.textsResumeAt && <UsedUp until={settings.textsResumeAt} />}
          <AlertAddresses kind="text" settings={settings} />
        </Block>
      )}
      <Block title={alertWords.privacy}>
        <CampaignSwitch settings={settings} />
      </Block>
    </>
  );
}

/** Returns whether an alert address works; if none does, the managers' addresses get the alerts. */
function hasWorkingEmail({ addresses }: AlertSettings): boolean {
  return addresses.some(({ kind, isConfirmed, problem }) => {
    return kind === "email" && isConfirmed && !problem;
  });
}

function UsedUp({ until }: { until: string }) {
  const { timeZone } = useDesk().client;
  return (
    <p className={styles.problem}>{alertWords.textsUsedUp(momentText(until, { timeZone }))}</p>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`${forms.block} ${styles.block}`}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function NotLoaded() {
  const hasFailed = useAlertsFailed();
  if (!hasFailed) {
    return <p className={`${styles.note} ${styles.loading}`}>{alertWords.loading}</p>;
  }
  return (
    <div className={styles.block}>
      <p className={styles.note}>{alertWords.failed}</p>
      <span className={styles.actions}>
        <Button variant="outline" isSmall onClick={() => void loadAlertSettings()}>
          {controlWords.retry}
        </Button>
      </span>
    </div>
  );
}

function OtherDevice({ device }: { device: AlertDevice }) {
  const { client, person } = useDesk();
  const name = deviceName(device.device);
  const param = { id: device._id };
  const { lastShownAt, problem } = device;
  return (
    <li className={list.device}>
      <div>
        <p className={list.name}>{name}</p>
        {person?.hasColleagues && <p className={list.when}>{device.person}</p>}
        <p className={list.when}>
          {lastShownAt
            ? alertWords.lastShown(momentText(lastShownAt, { timeZone: client.timeZone }))
            : alertWords.neverShown}
        </p>
        {problem && <p className={styles.problem}>{alertWords.deviceProblems[problem]}</p>}
      </div>
      <span className={styles.actions}>
        <Button
          variant="quiet"
          isSmall
          aria-label={alertWords.testOf(name)}
          onClick={() => void changeAlerts(() => api.alerts.devices[":id"].tests.$post({ param }))}
        >
          {alertWords.testThere}
        </Button>
        <Button
          variant="quiet"
          isSmall
          aria-label={alertWords.removeOf(name)}
          onClick={() => void changeAlerts(() => api.alerts.devices[":id"].$delete({ param }))}
        >
          {alertWords.remove}
        </Button>
      </span>
    </li>
  );
}

function CampaignSwitch({ settings }: { settings: AlertSettings }) {
  return (
    <>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={settings.showsCampaign}
          onChange={({ target }) => {
            const json = { showsCampaign: target.checked };
            setAlertSettings({ ...settings, ...json });
            void changeAlerts(() => api.alerts.$patch({ json }));
          }}
        />
        {alertWords.campaign}
      </label>
      <p className={styles.note}>{alertWords.campaignWhy}</p>
    </>
  );
}
