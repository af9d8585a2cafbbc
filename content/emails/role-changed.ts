// To a person at a practice, when a manager has changed their role.
const ending = `
If you think this is a mistake, ask a manager at your practice, or call us at {{ phone }}.
`;

export const roleChanged = {
  manager: {
    subject: "You’re now a manager of your practice’s lead desk",
    text: `
Hi {{ firstName }},

{{ by }} made you a manager of the lead desk at {{ practice }}. You can now invite people and change templates, business hours and the practice’s profile.
${ending}`,
  },
  member: {
    subject: "Your role on your practice’s lead desk has changed",
    text: `
Hi {{ firstName }},

{{ by }} changed your role on the lead desk at {{ practice }} from manager to member. You can still call leads, take notes and send emails. You can no longer manage people or change templates, business hours or the practice’s profile.
${ending}`,
  },
} as const;
