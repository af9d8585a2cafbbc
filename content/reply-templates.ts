// The built-in templates for replies to contact requests, which an owner can replace in the
// settings. Selecting one fills in the reply, which can be edited before sending. Merge fields:
// firstName, package, callTime, phone, link, owner.
import type { ContactRequestKind } from "#contract/contact-request-work.ts";

export type ReplyTemplate = {
  name: string;
  /** The kinds of contact requests for which the template is offered. */
  kinds: readonly ContactRequestKind[];
  /**
   * Whether to attach the calendar file with the call's time, which is offered only if a time is
   * set.
   */
  hasInvite: boolean;
  text: string;
};

const everyKind = ["personal", "marketing", "makeover", "questionnaire"] as const;
const ofTheAgency = ["marketing", "makeover", "questionnaire"] as const;

export const replyTemplates: readonly ReplyTemplate[] = [
  {
    name: "Confirm the call",
    kinds: everyKind,
    hasInvite: true,
    text: `
Hi {{ firstName }},

Thank you for your message. I’ll call you on {{ callTime }} at {{ phone }}. Open the attached file to add the call to your calendar.

If another time works better, just reply to this email.
`,
  },
  {
    name: "Tried to reach you",
    kinds: everyKind,
    hasInvite: false,
    text: `
Hi {{ firstName }},

I just tried to call you at {{ phone }} but couldn’t reach you. When’s a good time for a quick call? Reply with a day and time, and I’ll call you then.
`,
  },
  {
    name: "After our call",
    kinds: ofTheAgency,
    hasInvite: false,
    text: `
Hi {{ firstName }},

Thanks for talking with me. As promised, here’s what happens next: {% if package %}we’ll get started on your {{ package }} package, {% endif %}you’ll get an email inviting you to your own lead desk, and we’ll connect your first lead form together. That takes about half an hour.

If you have any questions, just reply to this email.
`,
  },
  {
    name: "Ask for a few details",
    kinds: ofTheAgency,
    hasInvite: false,
    text: `
Hi {{ firstName }},

Thank you for your message. So I can prepare for our call, could you tell me where your new patients come from today, and what you’d like to change first?

You can also answer a few questions here and pick a time for a call: {{ link }}
`,
  },
  {
    name: "Not a fit right now",
    kinds: everyKind,
    hasInvite: false,
    text: `
Hi {{ firstName }},

Thank you for your message. I’m sorry, but I can’t help with this right now. I wish you all the best.
`,
  },
];
