// To every manager of a practice when another manager is added. Otherwise, someone at an unattended
// screen could add one unnoticed.
export const managerAdded = {
  subject: "Your practice’s lead desk has a new manager",
  text: `
Hi {{ firstName }},

{{ name }} ({{ email }}) is now a manager of the lead desk at {{ practice }}. Managers can invite and deactivate people, export leads, and change templates, business hours and the practice’s profile.

If you didn’t expect this, make {{ name }} a member or deactivate the account: {{ profile }}
Then call us at {{ phone }}.
`,
} as const;
