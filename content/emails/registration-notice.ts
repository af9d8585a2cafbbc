// To the owner, when a practice has registered.
export const registrationNotice = {
  subject: "{{ firstName }} {{ lastName }} has registered",
  text: `
{{ firstName }} {{ lastName }} has registered for the lead desk.

E-mail: {{ email }}
Phone: {{ phone }}
{{ city }}, {{ state }}

{% if isApproved %}You had invited them: they can log in at once.{% else %}{% if isConfirmed %}They are waiting for your approval.{% else %}We have asked them to confirm their email address, and will email you when you can approve them.{% endif %}{% endif %}

See all clients: {{ link }}
`,
};
