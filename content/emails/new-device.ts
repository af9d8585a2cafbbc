// To an account's email address, after a login from a browser that the account hasn't used before.
export const newDevice = {
  subject: "New login to your account",
  text: `
Hi {{ firstName }},

Someone just logged in to your account from a browser we haven’t seen before.

When: {{ at }}
Device: {{ device }}
IP address: {{ address }}

If this was you, there’s nothing to do.

If it wasn’t, set a new password right away: {{ recover }}
That logs out every device. Then call us at {{ phone }}.
`,
};
