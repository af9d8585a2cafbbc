// To the owner, when a visitor has written.
export const contactRequestNotice = {
  subject:
    "{{ pageName }}: {{ fullName }} {% if isUnfinished %}began and stopped{% else %}wrote to you{% endif %}",
  text: `
{{ fullName }} {% if isUnfinished %}began to answer on {{ pageName }} and stopped after the first step{% else %}wrote to you on {{ pageName }}{% endif %}.

E-mail: {{ email }}
Phone: {{ phone | default: "not given" }}
{% if message %}
{{ message }}
{% endif %}{% for pair in answers %}
{{ pair[0] }}
  {{ pair[1] }}
{% endfor %}
See all contact requests: {{ link }}
`,
};
