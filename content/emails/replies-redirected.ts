// To every owner when replies to the agency's emails start to go to a different address, so that
// someone at an unattended screen can't redirect them unnoticed.
export const repliesRedirected = {
  subject: "Replies to your agency’s emails now go to another address",
  text: `
Hi,

{{ by }} just changed where replies go when people answer an email from {{ agency }}. They now go to {{ address }}.

If you didn’t expect this, change it back: {{ settings }}
Then set a new password: {{ recover }}
`,
} as const;
