// To a practice that the owner invites.
export const invitation = {
  subject: "{{ owner }} invited you to the lead desk",
  text: `
Hi,

{{ owner }} of {{ agency }} invited you to the lead desk, where your practice sees every new lead within a second. Register here, and you can log in right away:

{{ link }}

This invitation is for this email address only, and it’s good for 14 days.
`,
};
