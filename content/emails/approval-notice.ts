// To the owner, when a practice that registered has confirmed its email address.
export const approvalNotice = {
  subject: "{{ firstName }} {{ lastName }} is waiting for your approval",
  text: `
{{ firstName }} {{ lastName }} confirmed their email address, {{ email }}. They can’t log in until you approve the account.

Approve it here: {{ link }}
`,
};
