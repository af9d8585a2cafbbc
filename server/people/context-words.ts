// Words that an attacker of this product's accounts would try first: its names, and the practices'
// field and staff. docs/asvs.md refers to this list.
import { site } from "#content/site.ts";

export const contextWords: string[] = [
  ...[site.agency, site.agencyTrade, site.mailName, site.owner, site.areaServed],
  ...["lead desk", "front desk", "speed to lead", "leads", "inquiry", "callback", "voicemail"],
  ...["portfolio", "marketing", "campaign", "template", "dashboard", "console", "profile"],
  ...["account", "owner", "manager", "member", "admin", "administrator", "reception"],
  ...["receptionist", "hygienist", "assistant", "doctor", "dentist", "dentistry", "dental"],
  ...["orthodontist", "orthodontics", "implants", "veneers", "whitening", "smile", "teeth"],
  ...["family", "clinic", "medical", "med spa", "practice", "office", "patient", "new patient"],
  ...["appointment", "booking", "insurance", "questionnaire", "makeover", "health", "welcome"],
];
