// To a person who was invited to a practice's lead desk by one of its managers.
export const personInvitation = {
  subject: "{{ practice }} invited you to its lead desk",
  text: `
Hi{% if firstName %} {{ firstName }}{% endif %},

{{ by }} invited you to the lead desk at {{ practice }}, where your team sees new leads the second they come in and calls right back. Choose a password here, and you can log in right away:

{{ link }}

This invitation is for this email address only. It works once, and it’s good for 7 days.

If you don’t work there, ignore this email.
`,
};
