// The merge fields of a practice's templates, and the starter templates.
import type { Language } from "#contract/languages.ts";
import type { MergeField, TemplateInput, TemplateKind } from "#contract/templates.ts";
import { spanishFallbacks, spanishStarters } from "./es/starter-templates.ts";

/** The name of each field, and a sample value. */
export const mergeFieldWords: Record<MergeField, { name: string; sample: string }> = {
  "lead.firstName": { name: "First name", sample: "Marisol" },
  "lead.lastName": { name: "Last name", sample: "Quintero" },
  "lead.fullName": { name: "Full name", sample: "Marisol Quintero" },
  "lead.email": { name: "Email", sample: "marisol@example.com" },
  "lead.phone": { name: "Phone", sample: "(727) 555-0142" },
  "lead.campaign": { name: "Campaign", sample: "New patient exam" },
  "practice.name": { name: "Practice name", sample: "" },
  "practice.phone": { name: "Practice phone", sample: "" },
  "practice.address": { name: "Practice address", sample: "" },
  "practice.email": { name: "Practice email", sample: "" },
};

/**
 * What an email says if its lead has no value for a field, unless the template's author wrote a
 * different fallback.
 */
export const mergeFieldFallbacks: Record<Language, Partial<Record<MergeField, string>>> = {
  en: { "lead.firstName": "there", "lead.fullName": "there", "lead.campaign": "your visit" },
  es: spanishFallbacks,
};

/** The sample practice for previews of the owner's templates. */
export const samplePractice = {
  name: "Sample Family Dental",
  phone: "(813) 555-0100",
  address: "20 Sample Avenue, Tampa, FL 33602",
  fromName: "Sample Family Dental",
  replyTo: "office@example.com",
} as const;

const hi = 'Hi {{ lead.firstName | default: "there" }}';
const hello = '<p>Hi {{ lead.firstName | default: "there" }},</p>';
const regards = "<p>The front desk at {{ practice.name }}</p>";

const englishStarters: Record<TemplateKind, TemplateInput[]> = {
  note: [
    {
      kind: "note",
      title: "New patient, first call",
      body: "New patient. Interested in:\nInsurance:\nPrefers (morning or afternoon):\nBooked for:",
    },
    {
      kind: "note",
      title: "Left voicemail",
      body: "Left a voicemail with our number and hours. Try again:",
    },
    {
      kind: "note",
      title: "Asked for a callback",
      body: "Asked us to call back. Best time:\nQuestions:",
    },
  ],
  email: [
    {
      kind: "email",
      language: "en",
      title: "New patient",
      subject: "Your first visit",
      body: `${hello}<p>Thank you for choosing us. For your first visit, please bring a photo ID and your insurance card, and arrive about ten minutes early.</p><p>Questions before then? Reply to this email or call us at {{ practice.phone }}.</p>${regards}`,
    },
    {
      kind: "email",
      language: "en",
      title: "Missed call",
      subject: "We tried to call you",
      body: `${hello}<p>We just tried to call you about your request, but couldn’t reach you.</p><p>Call us at {{ practice.phone }}, or reply to this email with a good time to call, and we’ll try again then.</p>${regards}`,
    },
    {
      kind: "email",
      language: "en",
      title: "Callback",
      subject: "We’ll call you back",
      body: `${hello}<p>We’ll call you back at the time we agreed on. If another time works better, just reply to this email and let us know.</p>${regards}`,
    },
    {
      kind: "email",
      language: "en",
      title: "Booked",
      subject: "Your appointment is booked",
      body: `${hello}<p>Your appointment is booked. Here’s where to find us:</p><p><strong>{{ practice.address }}</strong></p><p>If something comes up, please call {{ practice.phone }} as soon as you can, so we can offer the time to someone else.</p>${regards}`,
    },
  ],
  // Without characters that would make a text longer, such as a curly apostrophe.
  text: [
    {
      kind: "text",
      language: "en",
      title: "First text",
      body: `${hi}, this is the front desk at {{ practice.name }}. When is a good time to call you?`,
    },
    {
      kind: "text",
      language: "en",
      title: "No answer",
      body: `${hi}, we just tried to call you about your request. When is a good time? The front desk at {{ practice.name }}`,
    },
    {
      kind: "text",
      language: "en",
      title: "Booked",
      body: `${hi}, your visit is booked. We are at {{ practice.address }}. If something comes up, please call {{ practice.phone }}.`,
    },
  ],
  auto: [
    {
      kind: "auto",
      language: "en",
      title: "We got your request",
      subject: "We got your request",
      body: `${hello}<p>Thank you for getting in touch. Someone from our front desk will call you in a few minutes from {{ practice.phone }}. If you’d rather call us, we’re at the same number.</p>${regards}`,
      isActive: false,
      delayMinutes: 0,
      isInOpenHoursOnly: true,
      receivedWhile: "open",
      campaigns: [],
    },
    {
      kind: "auto",
      language: "en",
      title: "After hours",
      subject: "We got your request",
      body: `${hello}<p>Thank you for getting in touch. We’re closed right now, and we’ll call you when we open.</p><p>If it can’t wait, call us at {{ practice.phone }}. If no one answers, please leave a message. If it’s a medical emergency, call 911.</p>${regards}`,
      isActive: false,
      delayMinutes: 0,
      isInOpenHoursOnly: false,
      receivedWhile: "closed",
      campaigns: [],
    },
  ],
};

/**
 * Templates that are offered to a practice that has none of this kind in this language. They are
 * added only on request.
 */
export const starterTemplates: Record<Language, Record<TemplateKind, TemplateInput[]>> = {
  en: englishStarters,
  // Note templates aren't translated, because only the practice's team reads notes.
  es: { ...spanishStarters, note: [] },
};
