// The emails to visitors in Spanish. The English versions are in content/emails/.
import type { VisitorWords } from "#content/english-visitor-words.ts";

const sender = `
{{ owner }}
{{ agency }}
{{ ownPhone }}
`;

const greeting = "Hola{% if name %}, {{ name }}{% endif %}:";

export const spanishBookingEmails: VisitorWords["bookingEmails"] = {
  booked: {
    subject: "Su llamada con {{ ownerFirst }}: {{ when }}",
    text: `
${greeting}

Su llamada está reservada:

{{ when }}

Le llamaré al {{ phone }}. La llamada dura unos {{ minutes }} minutos. Para agregarla a su calendario, abra el archivo adjunto.

¿Necesita cambiarla o cancelarla? Use este enlace:
{{ link }}
${sender}`,
  },
  moved: {
    subject: "Su llamada tiene nueva hora: {{ when }}",
    text: `
${greeting}

{% if byOwner %}Tuve que cambiar la hora de nuestra llamada. La nueva hora es:{% else %}Usted cambió la hora de nuestra llamada. La nueva hora es:{% endif %}

{{ when }}

Le llamaré al {{ phone }}. Para actualizar su calendario, abra el archivo adjunto.

{% if byOwner %}Si no le conviene, elija otra hora o cancele la llamada:{% else %}¿Necesita cambiarla o cancelarla? Use este enlace:{% endif %}
{{ link }}
${sender}`,
  },
  canceled: {
    subject: "Cancelada: su llamada con {{ ownerFirst }}",
    text: `
${greeting}

{% if byOwner %}Lo siento, tuve que cancelar nuestra llamada:{% else %}Usted canceló nuestra llamada:{% endif %}

{{ when }}

Para quitarla de su calendario, abra el archivo adjunto.

Para elegir otra hora:
{{ link }}
${sender}`,
  },
  reminder: {
    subject: "Recordatorio de nuestra llamada: {{ when }}",
    text: `
${greeting}

Le recuerdo nuestra llamada:

{{ when }}

Le llamaré al {{ phone }}.

Si se le presenta algo, puede cambiarla o cancelarla aquí:
{{ link }}
${sender}`,
  },
};

export const spanishMakeoverEmail: VisitorWords["makeoverEmail"] = {
  subject: "Su plan para mejorar el marketing de su consultorio",
  text: `
${greeting}

Aquí tiene el plan de marketing que nos pidió. {% if isTailored %}Está basado en sus respuestas: le muestra{% else %}Le muestra{% endif %} por dónde empezaríamos, le da una lista de cosas que puede hacer hoy y le dice cuánto costaría que nosotros hagamos el resto.

Para leerlo como página web: {{ planLink }}

¿Tiene preguntas? Responda a este correo o llame al {{ phone }} ({{ phoneHours | downcase }}).

Para empezar: {{ link }}

{{ owner }}
{{ agency }}
{{ postalAddress }}

{{ why }}
`,
};

export const spanishReplyEmail: VisitorWords["replyEmail"] = {
  subject: "Su mensaje a {{ agency }}",
  text: `
{{ text }}

{% if signature != "" %}{{ signature }}{% else %}{{ owner }}{% if agency != owner %}
{{ agency }}{% endif %}
{{ phone }}{% endif %}
`,
};
