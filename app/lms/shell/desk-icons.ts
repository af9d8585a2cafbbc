// The icons that only the lead desk uses. `#app/ui/icons.tsx` says where they come from.
import { drawn } from "#app/ui/icons.tsx";

export const IconArchive = drawn(
  "M3 6a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2",
  "M5 8v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-10",
  "M10 12l4 0",
);
export const IconLock = drawn(
  "M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6",
  "M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0",
  "M8 11v-4a4 4 0 1 1 8 0v4",
);
export const IconArrowBackUp = drawn("M9 14l-4 -4l4 -4", "M5 10h11a4 4 0 1 1 0 8h-1");
export const IconArrowUp = drawn("M12 5l0 14", "M18 11l-6 -6", "M6 11l6 -6");
export const IconArrowsSort = drawn("M3 9l4 -4l4 4m-4 -4v14", "M21 15l-4 4l-4 -4m4 4v-14");
export const IconBell = drawn(
  "M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6",
  "M9 17v1a3 3 0 0 0 6 0v-1",
);
export const IconBroadcast = drawn(
  "M18.364 19.364a9 9 0 1 0 -12.728 0",
  "M15.536 16.536a5 5 0 1 0 -7.072 0",
  "M11 13a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
);
export const IconBuilding = drawn(
  "M3 21l18 0",
  "M9 8l1 0",
  "M9 12l1 0",
  "M9 16l1 0",
  "M14 8l1 0",
  "M14 12l1 0",
  "M14 16l1 0",
  "M5 21v-16a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v16",
);
export const IconCalendarClock = drawn(
  "M10.5 21h-4.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v3",
  "M16 3v4",
  "M8 3v4",
  "M4 11h10",
  "M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "M18 16.5v1.5l.5 .5",
);
export const IconChartBar = drawn(
  "M3 13a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -6",
  "M15 9a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -10",
  "M9 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -14",
  "M4 20h14",
);
export const IconChevronRight = drawn("M9 6l6 6l-6 6");
export const IconClock = drawn("M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0", "M12 7v5l3 3");
export const IconCopy = drawn(
  "M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666",
  "M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1",
);
export const IconFilter = drawn(
  "M4 4h16v2.172a2 2 0 0 1 -.586 1.414l-4.414 4.414v7l-6 2v-8.5l-4.48 -4.928a2 2 0 0 1 -.52 -1.345v-2.227",
);
export const IconFlask = drawn(
  "M9 3l6 0",
  "M10 9l4 0",
  "M10 3v6l-4 11a.7 .7 0 0 0 .5 1h11a.7 .7 0 0 0 .5 -1l-4 -11v-6",
);
export const IconKeyboard = drawn(
  "M2 8a2 2 0 0 1 2 -2h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2l0 -8",
  "M6 10l0 .01",
  "M10 10l0 .01",
  "M14 10l0 .01",
  "M18 10l0 .01",
  "M6 14l0 .01",
  "M18 14l0 .01",
  "M10 14l4 .01",
);
export const IconLayoutDashboard = drawn(
  "M5 4h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1",
  "M5 16h4a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1",
  "M15 12h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1",
  "M15 4h4a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1",
);
export const IconMailExclamation = drawn(
  "M15 19h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v5.5",
  "M3 7l9 6l9 -6",
  "M19 16v3",
  "M19 22v.01",
);
export const IconMailOff = drawn(
  "M9 5h10a2 2 0 0 1 2 2v10m-2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2",
  "M3 7l9 6l.565 -.377m2.435 -1.623l6 -4",
  "M3 3l18 18",
);
export const IconMessageOff = drawn(
  "M8 9h1m4 0h3",
  "M8 13h5",
  "M8 4h10a3 3 0 0 1 3 3v8c0 .577 -.163 1.116 -.445 1.573m-2.555 1.427h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8c0 -1.085 .576 -2.036 1.439 -2.562",
  "M3 3l18 18",
);
export const IconPencil = drawn(
  "M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4",
  "M13.5 6.5l4 4",
);
export const IconPhoneOff = drawn(
  "M3 21l18 -18",
  "M5.831 14.161a15.946 15.946 0 0 1 -2.831 -8.161a2 2 0 0 1 2 -2h4l2 5l-2.5 1.5c.108 .22 .223 .435 .345 .645m1.751 2.277c.843 .84 1.822 1.544 2.904 2.078l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a15.963 15.963 0 0 1 -10.344 -4.657",
);
export const IconPhonePlus = drawn(
  "M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a16 16 0 0 1 -15 -15a2 2 0 0 1 2 -2",
  "M15 6h6m-3 -3v6",
);
export const IconRepeat = drawn(
  "M4 12v-3a3 3 0 0 1 3 -3h13m-3 -3l3 3l-3 3",
  "M20 12v3a3 3 0 0 1 -3 3h-13m3 3l-3 -3l3 -3",
);
export const IconSend = drawn(
  "M10 14l11 -11",
  "M21 3l-6.5 18a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l18 -6.5",
);
export const IconUserPlus = drawn(
  "M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0",
  "M16 19h6",
  "M19 16v6",
  "M6 21v-2a4 4 0 0 1 4 -4h4",
);
export const IconUrgent = drawn(
  "M8 16v-4a4 4 0 0 1 8 0v4",
  "M3 12h1m8 -9v1m8 8h1m-15.4 -6.4l.7 .7m12.1 -.7l-.7 .7",
  "M6 17a1 1 0 0 1 1 -1h10a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1l0 -2",
);
export const IconVolume = drawn(
  "M15 8a5 5 0 0 1 0 8",
  "M17.7 5a9 9 0 0 1 0 14",
  "M6 15h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l3.5 -4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5",
);
export const IconVolumeOff = drawn(
  "M15 8a5 5 0 0 1 1.912 4.934m-1.377 2.602a5 5 0 0 1 -.535 .464",
  "M17.7 5a9 9 0 0 1 2.362 11.086m-1.676 2.299a9 9 0 0 1 -.686 .615",
  "M9.069 5.054l.431 -.554a.8 .8 0 0 1 1.5 .5v2m0 4v8a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l1.294 -1.664",
  "M3 3l18 18",
);
