// To the owner, at most once a day for each source, when a submission didn't become a lead.
export const unreadSubmissionsNotice = {
  subject: "Submissions from {{ source }} need you",
  text: `
{% if isMeta %}{{ source }} ({{ practice }}) brought leads without a phone number or an email address that we can read: {{ count }} so far. The practice has them, with their answers, and can’t call them.

If a question asks for the number or the address, choose it, so that later leads have it. Then dismiss these: {{ link }}
{% else %}{{ source }} ({{ practice }}) has submissions that didn’t become leads: {{ count }} so far.

Open each one, choose which field is which if you need to, and press “Try again”. Dismiss the rest: {{ link }}
{% endif %}{% if isTooMany %}
More than 50 came within an hour. We keep no more than that, and told the sender that the rest didn’t arrive.
{% endif %}
We email you about this source at most once a day.
`,
};
