// To the owner, when a visitor has sent a contact request.
export const contactRequestNotice = {
  subject: "{{ fullName }} {{ action }}",
  text: `
{{ fullName }} {{ action }}.

Email: {{ email }}
Phone: {{ phone | default: "not given" }}
{% if language %}Language: {{ language }}
{% endif %}{% if booked %}Booked call: {{ booked }}
{% endif %}{% if message %}
{{ message }}
{% endif %}{% for pair in answers %}
{{ pair[0] }}
  {{ pair[1] }}
{% endfor %}
See all contact requests: {{ link }}
`,
};

/**
 * What the visitor did, by form, including a text for an unfinished questionnaire. The text follows
 * the visitor's name.
 */
export const contactRequestActions = {
  personal: "sent you a message from your portfolio",
  marketing: "sent you a message from the marketing site",
  makeover: "requested the makeover presentation",
  questionnaire: "filled out the questionnaire",
  unfinished: "started the questionnaire but didn’t finish it",
} as const;
