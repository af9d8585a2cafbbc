// The fields that a practice's templates can have filled in, and templates to begin with.
import type { MergeField, TemplateInput, TemplateKind } from "#contract/templates.ts";

/** What each field is called, what stands for it where a lead has none, and somebody made up. */
export const mergeFieldWords: Record<
  MergeField,
  { name: string; fallback: string; sample: string }
> = {
  "lead.firstName": { name: "First name", fallback: "there", sample: "Marisol" },
  "lead.lastName": { name: "Last name", fallback: "", sample: "Quintero" },
  "lead.fullName": { name: "Full name", fallback: "there", sample: "Marisol Quintero" },
  "lead.email": { name: "E-mail", fallback: "", sample: "marisol@example.com" },
  "lead.phone": { name: "Phone", fallback: "", sample: "(727) 555-0142" },
  "lead.campaign": { name: "Campaign", fallback: "your visit", sample: "New patient exam" },
  "practice.name": { name: "Practice", fallback: "", sample: "" },
  "practice.phone": { name: "Practice’s phone", fallback: "", sample: "" },
  "practice.address": { name: "Practice’s address", fallback: "", sample: "" },
  "practice.email": { name: "Practice’s e-mail", fallback: "", sample: "" },
};

const hello = '<p>Hi {{ lead.firstName | default: "there" }},</p>';
const regards = "<p>{{ practice.name }}<br>{{ practice.phone }}</p>";

/** Offered to a practice that has none of a kind yet, and written only when it asks for them. */
export const starterTemplates: Record<TemplateKind, TemplateInput[]> = {
  note: [
    {
      kind: "note",
      title: "New patient, first call",
      body: "New patient. Asked about:\nInsurance:\nPrefers (morning, afternoon):\nBooked for:",
    },
    {
      kind: "note",
      title: "Voicemail left",
      body: "Left a voicemail with our number and opening hours. Next try:",
    },
    {
      kind: "note",
      title: "Asked for a call back",
      body: "Asked us to call back. Best time:\nWants to know:",
    },
  ],
  email: [
    {
      kind: "email",
      title: "New patient",
      subject: "Welcome to {{ practice.name }}",
      body: `${hello}<p>thank you for choosing us. For your first visit please bring a photo ID and your insurance card, and come ten minutes early.</p><p>Any question before then? Just answer this e-mail, or call {{ practice.phone }}.</p>${regards}`,
    },
    {
      kind: "email",
      title: "Missed call",
      subject: "We tried to call you",
      body: `${hello}<p>we have just tried to call you about {{ lead.campaign | default: "your visit" }} and did not reach you.</p><p>Call us at {{ practice.phone }}, or answer this e-mail with a time that suits you, and we will call then.</p>${regards}`,
    },
    {
      kind: "email",
      title: "Call back",
      subject: "Our call with you",
      body: `${hello}<p>as agreed, we will call you back. If another time is better, answer this e-mail and tell us when.</p>${regards}`,
    },
    {
      kind: "email",
      title: "Booked",
      subject: "Your appointment at {{ practice.name }}",
      body: `${hello}<p>your appointment is booked. You find us here:</p><p><strong>{{ practice.address }}</strong></p><p>Something came up? Call {{ practice.phone }} as soon as you can, so that somebody else can have the time.</p>${regards}`,
    },
  ],
  auto: [
    {
      kind: "auto",
      title: "We have your request",
      subject: "We have your request",
      body: `${hello}<p>thank you for getting in touch. Somebody of our front desk will call you in a few minutes from {{ practice.phone }}.</p><p>If you would rather call us: {{ practice.phone }}.</p>${regards}`,
      isActive: false,
      delayMinutes: 0,
      isInOpenHoursOnly: true,
      campaigns: [],
    },
    {
      kind: "auto",
      title: "After hours",
      subject: "We have your request",
      body: `${hello}<p>thank you for getting in touch. Whenever we are closed, your request is the first thing that we see in the morning, and then we call you.</p><p>Is it urgent? Leave a message at {{ practice.phone }}.</p>${regards}`,
      isActive: false,
      delayMinutes: 0,
      isInOpenHoursOnly: false,
      campaigns: [],
    },
  ],
};
