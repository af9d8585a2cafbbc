// To an email address that already has an account, after a practice's manager invited it.
export const personKnown = {
  subject: "{{ practice }} invited you to its lead desk",
  text: `
Hi{% if firstName %} {{ firstName }}{% endif %},

{{ by }} invited you to the lead desk at {{ practice }}. This email address already has an account, and each address can have only one, so we couldn’t add you. Nothing about your account has changed.

To join {{ practice }}, ask {{ by }} to invite you at another email address.

If you don’t work there, ignore this email. We didn’t tell them that you have an account.
`,
};
