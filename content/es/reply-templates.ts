// The built-in templates for replies to contact requests from the Spanish pages. Their names are in
// English, for the owner.
import type { ReplyTemplate } from "#content/reply-templates.ts";

const greeting = "Hola{% if firstName %}, {{ firstName }}{% endif %}:";
const everyKind = ["personal", "marketing", "makeover", "questionnaire"] as const;
const ofTheAgency = ["marketing", "makeover", "questionnaire"] as const;

export const spanishReplyTemplates: readonly ReplyTemplate[] = [
  {
    name: "Confirm the call",
    kinds: everyKind,
    hasInvite: true,
    text: `
${greeting}

Gracias por su mensaje. Le llamaré el {{ callTime }}, al {{ phone }}. Abra el archivo adjunto para agregar la llamada a su calendario.

Si le conviene más otra hora, responda a este correo.
`,
  },
  {
    name: "Tried to reach you",
    kinds: everyKind,
    hasInvite: false,
    text: `
${greeting}

Acabo de llamarle al {{ phone }}, pero no pude comunicarme con usted. ¿Cuándo le conviene una llamada corta? Respóndame con un día y una hora, y le llamo entonces.
`,
  },
  {
    name: "After our call",
    kinds: ofTheAgency,
    hasInvite: false,
    text: `
${greeting}

Gracias por la llamada. Como le prometí, esto es lo que sigue: {% if package %}empezamos con su paquete {{ package }}, {% endif %}usted recibirá un correo con la invitación a su propio panel de contactos, y juntos conectamos su primer formulario. Toma una media hora.

Si tiene alguna pregunta, responda a este correo.
`,
  },
  {
    name: "Ask for a few details",
    kinds: ofTheAgency,
    hasInvite: false,
    text: `
${greeting}

Gracias por su mensaje. Para preparar nuestra llamada, ¿podría decirme de dónde vienen hoy sus pacientes nuevos y qué le gustaría cambiar primero?

También puede responder unas preguntas aquí y elegir una hora para la llamada: {{ link }}
`,
  },
  {
    name: "Not a fit right now",
    kinds: everyKind,
    hasInvite: false,
    text: `
${greeting}

Gracias por su mensaje. Lo siento, pero en este momento no puedo ayudarle con eso. Le deseo mucho éxito.
`,
  },
];
