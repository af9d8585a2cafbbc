// To every manager of a practice when patients' replies start to go to a different address.
// Otherwise, someone at an unattended screen could redirect them unnoticed.
export const answersRedirected = {
  subject: "Patients’ replies to your practice now go to another address",
  text: `
Hi {{ firstName }},

{{ by }} just changed where patients’ replies go when they answer an email from {{ practice }}. They now go to {{ address }}.

If you didn’t expect this, change it back: {{ profile }}
Then call us at {{ phone }}.
`,
} as const;
