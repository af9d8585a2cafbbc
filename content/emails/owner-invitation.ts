// To a person whom an owner invites to the owner's console.
export const ownerInvitation = {
  subject: "{{ by }} invited you to the {{ agency }} console",
  text: `
Hi,

{{ by }} invited you to the {{ agency }} console as an owner. Owners can see and manage every practice. Choose a password here, and you can log in right away:

{{ link }}

This invitation is for this email address only. It works once, and it’s good for 3 days.

If you don’t know {{ by }}, ignore this email.
`,
};
