// To somebody whom the owner invites.
export const invitation = {
  subject: "{{ owner }} invites you to the lead desk",
  text: `
Hello,

{{ owner }} of {{ agency }} invites you to the lead desk, where your practice sees every new lead
within a second. Register here; your account is ready at once:

{{ link }}

The invitation is for this address and is good for fourteen days.
`,
};
