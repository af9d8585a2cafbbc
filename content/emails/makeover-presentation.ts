// To a visitor who requested the free 'Marketing Makeover' presentation, which is attached.
export const makeoverPresentation = {
  subject: "Your marketing makeover presentation",
  text: `
Hi{% if name %} {{ name }}{% endif %},

Here’s the marketing makeover presentation you asked for. {% if isTailored %}It’s based on your answers: it shows{% else %}It shows{% endif %} where we’d start, gives you a checklist you can use today, and tells you what it would cost to have us do the rest.

To read it as a web page instead: {{ planLink }}

Questions? Reply to this email, or call {{ phone }} ({{ phoneHours }}).

To get started: {{ link }}

{{ owner }}
{{ agency }}
{{ postalAddress }}

{{ why }}
`,
};
