// This device's sound control, which is on every screen. It shows whether new leads play a sound,
// and lets the user change that.
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { playChime } from "#app/lms/shell/chime.ts";
import { IconBell, IconClock, IconVolume, IconVolumeOff } from "#app/lms/shell/desk-icons.ts";
import { tomorrow, useSoundSettings } from "#app/lms/shell/sound-settings.ts";
import { IconMoon, IconPlayerPlay } from "#app/ui/icons.tsx";
import { Menu, type MenuItem } from "#app/ui/menu.tsx";
import { soundWords as words } from "#content/desk/alerts.ts";
import { minuteMs } from "#contract/durations.ts";
import { timeText } from "#contract/moment-text.ts";
import styles from "./sound-control.module.css";

const shortMuteMs = 15 * minuteMs;

export function SoundControl({ timeZone }: { timeZone: string }) {
  const [sound, change] = useSoundSettings();
  const now = useSoundClock(sound.mutedUntil);
  const navigate = useNavigate();
  const isMuted = sound.isOn && now < sound.mutedUntil;
  const icon = sound.isOn && !isMuted ? IconVolume : IconVolumeOff;
  const mute = (until: number) => () => change({ mutedUntil: until });

  const turnOn: MenuItem = {
    label: isMuted ? words.unmute : words.turnOn,
    icon: IconVolume,
    onPress() {
      change({ isOn: true, mutedUntil: 0 });
      // Plays a sound right away. The click is also the user input without which browsers don't
      // play sounds.
      playChime(sound.volume);
    },
  };
  const mutes: MenuItem[] = [
    {
      label: words.muteShortly,
      icon: IconClock,
      onPress: () => change({ mutedUntil: Date.now() + shortMuteMs }),
    },
    { label: words.muteToday, icon: IconMoon, onPress: mute(tomorrow(new Date(now))) },
  ];
  const turnOff: MenuItem = {
    label: words.turnOff,
    icon: IconVolumeOff,
    onPress: () => change({ isOn: false, mutedUntil: 0 }),
  };
  const others: MenuItem[] = [
    { label: words.test, icon: IconPlayerPlay, onPress: () => playChime(sound.volume) },
    {
      label: words.settings,
      icon: IconBell,
      onPress: () => void navigate("/lms/profile?page=alerts"),
    },
  ];
  const first = !sound.isOn ? [turnOn] : isMuted ? [turnOn, turnOff] : [...mutes, turnOff];
  return (
    <Menu
      className={styles.control}
      icon={icon}
      label={labelOf({ isOn: sound.isOn, isMuted, until: sound.mutedUntil, now, timeZone })}
      groups={[first, others]}
    />
  );
}

type Said = { isOn: boolean; isMuted: boolean; until: number; now: number; timeZone: string };

function labelOf({ isOn, isMuted, until, now, timeZone }: Said): string {
  if (!isOn) return words.off;
  if (!isMuted) return words.on;
  return words.mutedUntil(timeText(new Date(until), new Date(now), timeZone));
}

/**
 * Returns the device's time, on which the settings depend. It is updated when the mute changes and
 * when the mute ends.
 */
function useSoundClock(mutedUntil: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const left = mutedUntil - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [mutedUntil]);
  return now;
}
