// To every manager of a practice, when its patients' answers go to another address: someone at an
// unattended screen can't redirect them unseen.
export const answersRedirected = {
  subject: "Patients’ replies to your practice now go to another address",
  text: `
Hi {{ firstName }},

{{ by }} just changed where patients’ replies go when they answer an email from {{ practice }}. They now go to {{ address }}.

If you didn’t expect this, change it back: {{ profile }}
Then call us at {{ phone }}.
`,
} as const;
