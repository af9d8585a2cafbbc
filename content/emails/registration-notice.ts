// To the owner, when a practice has registered.
export const registrationNotice = {
  subject: "{{ firstName }} {{ lastName }} has registered",
  text: `
{{ firstName }} {{ lastName }} has registered for the lead desk.

E-mail: {{ email }}
Phone: {{ phone }}
{{ city }}, {{ state }}

{% if isApproved %}You had invited them: they can log in at once.{% else %}They wait for your approval.{% endif %}

See all clients: {{ link }}
`,
};
