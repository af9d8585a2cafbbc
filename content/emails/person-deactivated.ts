// To a person at a practice, when a manager has deactivated their account.
export const personDeactivated = {
  subject: "Your account on your practice’s lead desk was deactivated",
  text: `
Hi {{ firstName }},

{{ by }} deactivated your account on the lead desk at {{ practice }}. You’ve been logged out on every device, and you can’t log in anymore. Your name stays on your calls and notes.

If you think this is a mistake, ask a manager at your practice, or call us at {{ phone }}.
`,
} as const;
