// The icons of calls and their results, used on the lead desk and in the console.
import { drawn } from "#app/ui/icons.tsx";

export const IconAlarm = drawn(
  "M5 13a7 7 0 1 0 14 0a7 7 0 1 0 -14 0",
  "M12 10l0 3l2 0",
  "M7 4l-2.75 2",
  "M17 4l2.75 2",
);
export const IconCalendarCheck = drawn(
  "M11.5 21h-5.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6",
  "M16 3v4",
  "M8 3v4",
  "M4 11h16",
  "M15 19l2 2l4 -4",
);
export const IconHandStop = drawn(
  "M8 13v-7.5a1.5 1.5 0 0 1 3 0v6.5",
  "M11 5.5v-2a1.5 1.5 0 1 1 3 0v8.5",
  "M14 5.5a1.5 1.5 0 0 1 3 0v6.5",
  "M17 7.5a1.5 1.5 0 0 1 3 0v8.5a6 6 0 0 1 -6 6h-2h.208a6 6 0 0 1 -5.012 -2.7a69.74 69.74 0 0 1 -.196 -.3c-.312 -.479 -1.407 -2.388 -3.286 -5.728a1.5 1.5 0 0 1 .536 -2.022a1.867 1.867 0 0 1 2.28 .28l1.47 1.47",
);
export const IconMessage = drawn(
  "M8 9h8",
  "M8 13h6",
  "M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12",
);
export const IconPhoneIncoming = drawn(
  "M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a16 16 0 0 1 -15 -15a2 2 0 0 1 2 -2",
  "M15 9l5 -5",
  "M15 5l0 4l4 0",
);
export const IconPhoneOutgoing = drawn(
  "M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2c-8.072 -.49 -14.51 -6.928 -15 -15a2 2 0 0 1 2 -2",
  "M15 5h6",
  "M18.5 7.5l2.5 -2.5l-2.5 -2.5",
);
export const IconPhoneX = drawn(
  "M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a16 16 0 0 1 -15 -15a2 2 0 0 1 2 -2",
  "M16 4l4 4m0 -4l-4 4",
);
export const IconRecordMail = drawn(
  "M4 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  "M14 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  "M7 15l10 0",
);
export const IconThumbDown = drawn(
  "M7 13v-8a1 1 0 0 0 -1 -1h-2a1 1 0 0 0 -1 1v7a1 1 0 0 0 1 1h3a4 4 0 0 1 4 4v1a2 2 0 0 0 4 0v-5h3a2 2 0 0 0 2 -2l-1 -5a2 3 0 0 0 -2 -2h-7a3 3 0 0 0 -3 3",
);
export const IconUserOff = drawn(
  "M8.18 8.189a4.01 4.01 0 0 0 2.616 2.627m3.507 -.545a4 4 0 1 0 -5.59 -5.552",
  "M6 21v-2a4 4 0 0 1 4 -4h4c.412 0 .81 .062 1.183 .178m2.633 2.618c.12 .38 .184 .785 .184 1.204v2",
  "M3 3l18 18",
);
