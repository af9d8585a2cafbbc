// Icons from Tabler Icons 3.51.0 (tabler.io/icons; MIT License, Copyright (c) 2020-2026 Paweł
// Kuna). They are copied because the package has 18,000 files, of which only a few are used here.
// To add one, copy the `d` of each path in its SVG.
import type { ComponentType, SVGProps } from "react";

type IconProps = Omit<SVGProps<SVGSVGElement>, "stroke"> & {
  /** The width and height in CSS pixels; 18 by default. */
  size?: 14 | 16 | 18 | 20 | 22 | 24;
  /** The stroke width in a viewBox of 24 by 24; 1.75 by default. */
  stroke?: number;
};

export type Icon = ComponentType<IconProps>;

export const IconActivity = drawn("M3 12h4l3 8l4 -16l3 8h4");
export const IconAlertCircle = drawn(
  "M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0",
  "M12 8v4",
  "M12 16h.01",
);
export const IconAlertTriangle = drawn(
  "M12 9v4",
  "M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0",
  "M12 16h.01",
);
export const IconArrowLeft = drawn("M5 12l14 0", "M5 12l6 6", "M5 12l6 -6");
export const IconArrowRight = drawn("M5 12l14 0", "M13 18l6 -6", "M13 6l6 6");
export const IconArrowUpRight = drawn("M17 7l-10 10", "M8 7l9 0l0 9");
export const IconCalendar = drawn(
  "M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12",
  "M16 3v4",
  "M8 3v4",
  "M4 11h16",
);
export const IconCalendarTime = drawn(
  "M11.795 21h-6.795a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v4",
  "M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "M15 3v4",
  "M7 3v4",
  "M3 11h16",
  "M18 16.496v1.504l1 1",
);
export const IconCheck = drawn("M5 12l5 5l10 -10");
export const IconCircleCheck = drawn("M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0", "M9 12l2 2l4 -4");
export const IconDownload = drawn(
  "M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2",
  "M7 11l5 5l5 -5",
  "M12 4l0 12",
);
export const IconDots = drawn("M5 12h.01", "M12 12h.01", "M19 12h.01");
export const IconHistory = drawn("M12 8l0 4l2 2", "M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5");
export const IconHourglass = drawn(
  "M6.5 7h11",
  "M6.5 17h11",
  "M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1",
  "M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1",
);
export const IconInbox = drawn(
  "M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12",
  "M4 13h3l3 3h4l3 -3h3",
);
export const IconListCheck = drawn(
  "M3.5 5.5l1.5 1.5l2.5 -2.5",
  "M3.5 11.5l1.5 1.5l2.5 -2.5",
  "M3.5 17.5l1.5 1.5l2.5 -2.5",
  "M11 6l9 0",
  "M11 12l9 0",
  "M11 18l9 0",
);
export const IconLogout = drawn(
  "M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2",
  "M9 12h12l-3 -3",
  "M18 15l3 -3",
);
export const IconMail = drawn(
  "M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10",
  "M3 7l9 6l9 -6",
);
export const IconMenu2 = drawn("M4 6l16 0", "M4 12l16 0", "M4 18l16 0");
export const IconMoon = drawn(
  "M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008",
);
export const IconPhone = drawn(
  "M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a16 16 0 0 1 -15 -15a2 2 0 0 1 2 -2",
);
export const IconPlayerPause = drawn(
  "M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12",
  "M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12",
);
export const IconPlayerPlay = drawn("M7 4v16l13 -8l-13 -8");
export const IconPlugConnectedX = drawn(
  "M20 16l-4 4",
  "M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5",
  "M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5",
  "M3 21l2.5 -2.5",
  "M18.5 5.5l2.5 -2.5",
  "M10 11l-2 2",
  "M13 14l-2 2",
  "M16 16l4 4",
);
export const IconRefresh = drawn(
  "M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4",
  "M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4",
);
export const IconSearch = drawn("M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0", "M21 21l-6 -6");
export const IconSettings = drawn(
  "M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065",
  "M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0",
);
export const IconShieldCheck = drawn(
  "M11.46 20.846a12 12 0 0 1 -7.96 -14.846a12 12 0 0 0 8.5 -3a12 12 0 0 0 8.5 3a12 12 0 0 1 -.09 7.06",
  "M15 19l2 2l4 -4",
);
export const IconStopwatch = drawn(
  "M5 13a7 7 0 1 0 14 0a7 7 0 0 0 -14 0",
  "M14.5 10.5l-2.5 2.5",
  "M17 8l1 -1",
  "M14 3h-4",
);
export const IconSun = drawn(
  "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7",
);
export const IconPlugConnected = drawn(
  "M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5",
  "M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5",
  "M3 21l2.5 -2.5",
  "M18.5 5.5l2.5 -2.5",
  "M10 11l-2 2",
  "M13 14l-2 2",
);
export const IconSpeakerphone = drawn(
  "M18 8a3 3 0 0 1 0 6",
  "M10 8v11a1 1 0 0 1 -1 1h-1a1 1 0 0 1 -1 -1v-5",
  "M12 8l4.524 -3.77a.9 .9 0 0 1 1.476 .692v12.156a.9 .9 0 0 1 -1.476 .692l-4.524 -3.77h-8a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h8",
);
export const IconSunrise = drawn(
  "M3 17h1m16 0h1m-15.4 -6.4l.7 .7m12.1 -.7l-.7 .7m-9.7 5.7a4 4 0 0 1 8 0",
  "M3 21l18 0",
  "M12 9v-6l3 3m-6 0l3 -3",
);
export const IconUpload = drawn(
  "M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2",
  "M7 9l5 -5l5 5",
  "M12 4l0 12",
);
export const IconUserCircle = drawn(
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0",
  "M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  "M6.168 18.849a4 4 0 0 1 3.832 -2.849h4a4 4 0 0 1 3.834 2.855",
);
export const IconUsers = drawn(
  "M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2",
  "M16 3.13a4 4 0 0 1 0 7.75",
  "M21 21v-2a4 4 0 0 0 -3 -3.85",
);
export const IconX = drawn("M18 6l-12 12", "M6 6l12 12");

/** Joins an icon's paths into one. That works because each path starts with an absolute move. */
export function drawn(...paths: string[]) {
  const lines = paths.join("");
  return ({ size = 18, stroke = 1.75, ...rest }: IconProps) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each use sets aria-hidden or a label
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      <path d={lines} />
    </svg>
  );
}
