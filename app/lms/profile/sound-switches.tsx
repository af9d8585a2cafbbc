import { playChime } from "#app/lms/shell/chime.ts";
import { tomorrow, useSoundSettings } from "#app/lms/shell/sound-settings.ts";
import { Button } from "#app/ui/button.tsx";
import { alertWords } from "#content/desk/alerts.ts";
import styles from "./alerts.module.css";

/**
 * The settings are stored in this browser. Each click is also the input that browsers require
 * before playing sounds.
 */
export function SoundSwitches() {
  const [sound, change] = useSoundSettings();
  const isMuted = Date.now() < sound.mutedUntil;
  return (
    <>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={sound.isOn}
          onChange={({ target }) => {
            change({ isOn: target.checked, mutedUntil: 0 });
            if (target.checked) playChime(sound.volume);
          }}
        />
        {alertWords.soundOn}
      </label>
      <p className={styles.note}>{alertWords.soundWhen}</p>
      {sound.isOn && (
        <>
          <label className={styles.volume}>
            {alertWords.volume}
            <input
              type="range"
              min={10}
              max={100}
              step={10}
              value={Math.round(sound.volume * 100)}
              onChange={({ target }) => change({ volume: Number(target.value) / 100 })}
            />
          </label>
          <label className={styles.switch}>
            <input
              type="checkbox"
              checked={sound.isAlsoWhenClosed}
              onChange={({ target }) => change({ isAlsoWhenClosed: target.checked })}
            />
            {alertWords.soundWhenClosed}
          </label>
          <span className={styles.actions}>
            <Button variant="outline" isSmall onClick={() => playChime(sound.volume)}>
              {alertWords.tryIt}
            </Button>
            <Button
              variant="quiet"
              isSmall
              onClick={() => change({ mutedUntil: isMuted ? 0 : tomorrow(new Date()) })}
            >
              {isMuted ? alertWords.unmute : alertWords.mute}
            </Button>
          </span>
          {isMuted && <p role="status">{alertWords.muted}</p>}
        </>
      )}
    </>
  );
}
