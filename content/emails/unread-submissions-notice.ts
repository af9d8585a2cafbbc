// To the owner, once a day for each source, when a submission brought no lead.
export const unreadSubmissionsNotice = {
  subject: "Submissions from {{ source }} need you",
  text: `
{{ source }} ({{ practice }}) has submissions that didn’t become leads: {{ count }} so far.

Nothing is lost. Open each one, choose which field is which if you need to, and press “Try again”. Dismiss the rest: {{ link }}

We email you about this source at most once a day.
`,
};
