// To a practice whose account was approved.
export const accountApproved = {
  subject: "Your account is ready",
  text: `
Hello {{ firstName }},

your account for the lead desk is ready: {{ signIn }}

Questions? Call us: {{ phone }}
`,
};
