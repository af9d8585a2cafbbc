// To an email address that already has an account, after someone tried to register with it.
export const addressKnown = {
  subject: "You already have an account",
  text: `
Hi {{ firstName }},

Someone, most likely you, just tried to use this email address for a lead desk account. The address already has one, and nothing about it has changed.

Log in: {{ signIn }}
Forgot your password? {{ recover }}

If this wasn’t you, you don’t need to do anything. We didn’t tell them anything about your account.
`,
};
