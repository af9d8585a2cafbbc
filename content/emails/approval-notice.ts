// To the owner, when a practice that registered has confirmed its address.
export const approvalNotice = {
  subject: "{{ firstName }} {{ lastName }} is ready for your approval",
  text: `
{{ firstName }} {{ lastName }} has confirmed the email address {{ email }}, and can’t log in until you approve the account.

Approve it here: {{ link }}
`,
};
