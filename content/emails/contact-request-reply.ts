// The owner's reply to the sender of a contact request.
export const contactRequestReply = {
  subject: "Your message to {{ agency }}",
  text: `
{{ text }}

{% if signature != "" %}{{ signature }}{% else %}{{ owner }}{% if agency != owner %}
{{ agency }}{% endif %}
{{ phone }}{% endif %}
`,
};
