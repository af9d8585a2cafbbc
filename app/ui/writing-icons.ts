// The icons for writing templates and emails. `#app/ui/icons.tsx` says where they come from.
import { drawn } from "#app/ui/icons.tsx";

export const IconBold = drawn(
  "M7 5h6a3.5 3.5 0 0 1 0 7h-6l0 -7",
  "M13 12h1a3.5 3.5 0 0 1 0 7h-7v-7",
);
export const IconH1 = drawn(
  "M19 18v-8l-2 2",
  "M4 6v12",
  "M12 6v12",
  "M11 18h2",
  "M3 18h2",
  "M4 12h8",
  "M3 6h2",
  "M11 6h2",
);
export const IconH2 = drawn(
  "M17 12a2 2 0 1 1 4 0c0 .591 -.417 1.318 -.816 1.858l-3.184 4.143l4 0",
  "M4 6v12",
  "M12 6v12",
  "M11 18h2",
  "M3 18h2",
  "M4 12h8",
  "M3 6h2",
  "M11 6h2",
);
export const IconItalic = drawn("M11 5l6 0", "M7 19l6 0", "M14 5l-4 14");
export const IconLink = drawn(
  "M9 15l6 -6",
  "M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464",
  "M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463",
);
export const IconList = drawn(
  "M9 6l11 0",
  "M9 12l11 0",
  "M9 18l11 0",
  "M5 6l0 .01",
  "M5 12l0 .01",
  "M5 18l0 .01",
);
export const IconListNumbers = drawn(
  "M11 6h9",
  "M11 12h9",
  "M12 18h8",
  "M4 16a2 2 0 1 1 4 0c0 .591 -.5 1 -1 1.5l-3 2.5h4",
  "M6 10v-6l-2 2",
);
export const IconPhoto = drawn(
  "M15 8h.01",
  "M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12",
  "M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5",
  "M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3",
);
export const IconEye = drawn(
  "M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0",
  "M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6",
);
export const IconPlus = drawn("M12 5l0 14", "M5 12l14 0");
export const IconTrash = drawn(
  "M4 7l16 0",
  "M10 11l0 6",
  "M14 11l0 6",
  "M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12",
  "M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3",
);
export const IconTemplate = drawn(
  "M4 5a1 1 0 0 1 1 -1h14a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1l0 -2",
  "M4 13a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -6",
  "M14 12l6 0",
  "M14 16l6 0",
  "M14 20l6 0",
);
