// The lead desk's menu.
import { IconArchive, IconChartBar, IconLayoutDashboard } from "#app/lms/shell/desk-icons.ts";
import { IconMessage, IconPhoneIncoming } from "#app/ui/calling/call-icons.ts";
import { IconInbox, IconUserCircle } from "#app/ui/icons.tsx";
import { IconTemplate } from "#app/ui/writing-icons.ts";
import { demoDeskWords } from "#content/demo.ts";
import { figureWords } from "#content/desk/figures.ts";
import { shellWords } from "#content/desk/shell.ts";
import { textListWords } from "#content/desk/texts.ts";

/** Which menu entry is highlighted for screens that don't have their own. */
export const parentPlace: Record<string, string> = {
  "/lms/lead": shellWords.places.dashboard,
  "/lms/same-person": shellWords.places.dashboard,
  "/lms/inquiries": figureWords.title,
  "/lms/import": shellWords.places.archive,
  "/lms/mail": shellWords.places.template,
  "/lms/template-updates": shellWords.places.template,
};

const places = [
  {
    name: shellWords.places.dashboard,
    url: "/lms/dashboard",
    icon: IconLayoutDashboard,
    isForViewers: true,
  },
  {
    name: shellWords.places.callbacks,
    url: "/lms/callbacks",
    icon: IconPhoneIncoming,
    isForViewers: true,
  },
  { name: figureWords.title, url: "/lms/figures", icon: IconChartBar, isForViewers: true },
  { name: shellWords.places.archive, url: "/lms/archive", icon: IconArchive, isForViewers: true },
  {
    name: shellWords.places.template,
    url: "/lms/template",
    icon: IconTemplate,
    isForViewers: false,
  },
  {
    name: shellWords.places.profile,
    url: "/lms/profile",
    icon: IconUserCircle,
    isForViewers: false,
  },
];

const texts = {
  name: textListWords.title,
  url: "/lms/texts",
  icon: IconMessage,
  isForViewers: false,
};

const outbox = {
  name: demoDeskWords.outbox,
  url: "/lms/outbox",
  icon: IconInbox,
  isForViewers: false,
};

/** Screens without a menu entry that the owner can't open either. */
const practiceOnly = ["/lms/template-updates", "/lms/mail", "/lms/import"];

/**
 * Returns whether a screen is only for the practice's own people, and not for an owner in view-as
 * mode.
 */
export function isPracticeOnly(pathname: string): boolean {
  const place = [...places, texts, outbox].find(({ url }) => url === pathname);
  return place ? !place.isForViewers : practiceOnly.includes(pathname);
}

/**
 * Returns the menu's entries. A demo also has its outbox, and a practice that texts its leads all
 * texts. An owner in view-as mode sees only the read-only screens.
 */
export function placesOf(desk: { isDemo: boolean; isViewer: boolean; hasTexts: boolean }) {
  const { isDemo, isViewer, hasTexts } = desk;
  const all: (typeof texts | typeof outbox | (typeof places)[number])[] = places.flatMap((place) =>
    hasTexts && place.url === "/lms/callbacks" ? [place, texts] : place,
  );
  if (isDemo) all.push(outbox);
  return all.filter((place) => !isViewer || place.isForViewers);
}
