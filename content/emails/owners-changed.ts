// To every owner when an owner or helper is added, is removed or gets another role, and to the
// person whose role changed. There is one text for each kind of change.
const ending = `
If this wasn’t you or another owner, set a new password right away: {{ recover }}
Then check the list of owners and helpers: {{ account }}
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
  helper_invited: {
    subject: "Someone was invited to become a helper",
    text: `
Hi {{ firstName }},

{{ by }} just invited {{ email }} to become a helper in the console. Helpers work with contact requests, calls, campaigns and templates, and see no patients.
${ending}`,
  },
  helper_invitation_withdrawn: {
    subject: "A helper’s invitation was canceled",
    text: `
Hi {{ firstName }},

{{ by }} just canceled the invitation to {{ email }}. Its link no longer works.
${ending}`,
  },
  helper_joined: {
    subject: "The console has a new helper",
    text: `
Hi {{ firstName }},

{{ email }} accepted {{ by }}’s invitation and is now a helper.
${ending}`,
  },
  helper_removed: {
    subject: "A helper was removed",
    text: `
Hi {{ firstName }},

{{ by }} just removed {{ email }} as a helper. They’re logged out on every device and can’t log in again.
${ending}`,
  },
  helper_made_owner: {
    subject: "A helper is an owner now",
    text: `
Hi {{ firstName }},

{{ by }} just made {{ email }} an owner of the console. Owners can see every practice, approve and suspend practices, and add and remove owners.
${ending}`,
  },
  owner_made_helper: {
    subject: "An owner is a helper now",
    text: `
Hi {{ firstName }},

{{ by }} just made {{ email }} a helper. Helpers work with contact requests, calls, campaigns and templates, and see no patients. Open invitations that {{ email }} sent no longer work.
${ending}`,
  },
} as const;
