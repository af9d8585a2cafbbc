// To a practice whose account was approved.
export const accountApproved = {
  subject: "Your account is ready",
  text: `
Hi {{ firstName }},

Your lead desk account is ready. Log in here: {{ signIn }}

Questions? Call us at {{ phone }}.
`,
};
