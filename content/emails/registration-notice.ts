// To the owner, when a practice has registered.
export const registrationNotice = {
  subject: "{{ firstName }} {{ lastName }} has registered",
  text: `
{{ firstName }} {{ lastName }} has registered for the lead desk.

Email: {{ email }}
Phone: {{ phone }}
{{ city }}, {{ state }}

{% if isApproved %}You invited them, so they can log in right away.{% else %}{% if isConfirmed %}They’re waiting for your approval.{% else %}We’ve asked them to confirm their email address, and we’ll email you when you can approve them.{% endif %}{% endif %}

See all practices: {{ link }}
`,
};
