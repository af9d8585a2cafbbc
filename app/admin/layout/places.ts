// The console's menu.
import {
  IconActivity,
  IconCalendarTime,
  IconHistory,
  IconInbox,
  IconListCheck,
  IconMail,
  IconPlugConnected,
  IconSettings,
  IconSpeakerphone,
  IconSunrise,
  IconUserCircle,
  IconUsers,
} from "#app/ui/icons.tsx";
import { IconTemplate } from "#app/ui/writing-icons.ts";
import { consoleWords } from "#content/console/frame.ts";

const { places: names } = consoleWords;

/** Which menu entry is highlighted for screens that don't have their own. */
export const parentPlace: Record<string, string> = {
  "/admin/practice": "/admin/practices",
  "/admin/report": "/admin/practices",
  "/admin/import": "/admin/practices",
  "/admin/compare": "/admin/practices",
  "/admin/source": "/admin/sources",
  "/admin/campaign": "/admin/campaigns",
  "/admin/template-set": "/admin/templates",
};

export const places = [
  { name: names.today, url: "/admin/today", icon: IconSunrise },
  { name: names.contactRequests, url: "/admin/requests", icon: IconInbox },
  { name: names.calls, url: "/admin/calls", icon: IconCalendarTime },
  { name: names.practices, url: "/admin/practices", icon: IconUsers },
  { name: names.sources, url: "/admin/sources", icon: IconPlugConnected },
  { name: names.campaigns, url: "/admin/campaigns", icon: IconSpeakerphone },
  { name: names.templates, url: "/admin/templates", icon: IconTemplate },
  { name: names.mail, url: "/admin/mail", icon: IconMail },
  { name: names.audit, url: "/admin/audit", icon: IconHistory },
  { name: names.jobs, url: "/admin/jobs", icon: IconListCheck },
  { name: names.system, url: "/admin/system", icon: IconActivity },
  { name: names.settings, url: "/admin/settings", icon: IconSettings },
  { name: names.account, url: "/admin/account", icon: IconUserCircle },
];
