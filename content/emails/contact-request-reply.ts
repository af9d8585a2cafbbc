// To the sender of a contact request: the owner's reply.
export const contactRequestReply = {
  subject: "Your message to {{ agency }}",
  text: `
{{ text }}

{{ owner }}{% if agency != owner %}
{{ agency }}{% endif %}
{{ phone }}
`,
};
