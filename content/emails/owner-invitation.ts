// To a person whom an owner invites to the owner's console.
const ending = `
{{ link }}

This invitation is for this email address only. It works once, and it’s good for 3 days.

If you don’t know {{ by }}, ignore this email.
`;

export const ownerInvitation = {
  subject: "{{ by }} invited you to the {{ agency }} console",
  text: `
Hi,

{{ by }} invited you to the {{ agency }} console as an owner. Owners can see and manage every practice. Choose a password here, and you can log in right away:
${ending}`,
};

export const helperInvitation = {
  subject: ownerInvitation.subject,
  text: `
Hi,

{{ by }} invited you to the {{ agency }} console as a helper. Helpers work with contact requests, calls, campaigns and templates. Choose a password here, and you can log in right away:
${ending}`,
};
