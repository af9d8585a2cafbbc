// To every owner, after a change of who the owners are. One text for each change.
const ending = `
If this wasn’t you or another owner, set a new password right away: {{ recover }}
Then check the list of owners: {{ account }}
`;

export const ownersChanged = {
  owner_invited: {
    subject: "Someone was invited to become an owner",
    text: `
Hi {{ firstName }},

{{ by }} just invited {{ email }} to become an owner of the console. Owners can see every practice, approve and suspend practices, and add and remove owners.
${ending}`,
  },
  owner_invitation_withdrawn: {
    subject: "An owner’s invitation was canceled",
    text: `
Hi {{ firstName }},

{{ by }} just canceled the invitation to {{ email }}. Its link no longer works.
${ending}`,
  },
  owner_joined: {
    subject: "The console has a new owner",
    text: `
Hi {{ firstName }},

{{ email }} accepted {{ by }}’s invitation and is now an owner.
${ending}`,
  },
  owner_removed: {
    subject: "An owner was removed",
    text: `
Hi {{ firstName }},

{{ by }} just removed {{ email }} as an owner. They’re logged out on every device and can’t log in again, and the practice invitations they sent no longer work.
${ending}`,
  },
} as const;
