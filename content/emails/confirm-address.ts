// To whoever has registered: proves that the address is theirs.
export const confirmAddress = {
  subject: "Please confirm your e-mail address",
  text: `
Hello {{ firstName }},

Thank you for registering. Please confirm this address with the password that you chose:

{{ link }}

The link works for seven days. We'll email you as soon as we've approved your account.

You didn't register? Then you can ignore this email. If we invited you, use the link in the
invitation instead.
`,
};
