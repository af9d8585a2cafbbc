// To an account's email address, after its password was changed.
export const passwordChanged = {
  subject: "Your password was changed",
  text: `
Hi {{ firstName }},

Your password was just changed, and you were logged out on all your other devices.

If this wasn’t you, set a new password right away: {{ recover }}
Then call us at {{ phone }}.
`,
};
