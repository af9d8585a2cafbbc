// Starter templates for a practice's Spanish-speaking leads. Their titles are in English, for the
// team.
import type { MergeField, TemplateInput } from "#contract/templates.ts";

/** Fallbacks for fields without a value. "Hola, buen día" is a greeting without a name. */
export const spanishFallbacks: Partial<Record<MergeField, string>> = {
  "lead.firstName": "buen día",
  "lead.fullName": "buen día",
  "lead.campaign": "su visita",
};

const hola = 'Hola, {{ lead.firstName | default: "buen día" }}';
const hello = '<p>Hola, {{ lead.firstName | default: "buen día" }}:</p>';
const regards = "<p>La recepción de {{ practice.name }}</p>";
const auto = { kind: "auto", language: "es", isActive: false, delayMinutes: 0 } as const;

export const spanishStarters: Record<"email" | "text" | "auto", TemplateInput[]> = {
  email: [
    {
      kind: "email",
      language: "es",
      title: "New patient",
      subject: "Su primera visita",
      body: `${hello}<p>Gracias por elegirnos. Para su primera visita, por favor traiga una identificación con foto y su tarjeta del seguro, y llegue unos diez minutos antes.</p><p>¿Tiene preguntas? Responda a este correo o llámenos al {{ practice.phone }}.</p>${regards}`,
    },
    {
      kind: "email",
      language: "es",
      title: "Missed call",
      subject: "Tratamos de llamarle",
      body: `${hello}<p>Acabamos de llamarle por su solicitud, pero no pudimos comunicarnos con usted.</p><p>Llámenos al {{ practice.phone }}, o responda a este correo con una buena hora para llamarle y lo intentaremos de nuevo.</p>${regards}`,
    },
    {
      kind: "email",
      language: "es",
      title: "Callback",
      subject: "Le volveremos a llamar",
      body: `${hello}<p>Le llamaremos a la hora que acordamos. Si le conviene más otra hora, solo responda a este correo.</p>${regards}`,
    },
    {
      kind: "email",
      language: "es",
      title: "Booked",
      subject: "Su cita está confirmada",
      body: `${hello}<p>Su cita está confirmada. Estamos aquí:</p><p><strong>{{ practice.address }}</strong></p><p>Si surge algo, por favor llame al {{ practice.phone }} lo antes posible, para que podamos ofrecerle la hora a otra persona.</p>${regards}`,
    },
  ],
  // Without characters that would make a text longer, such as an accented "a".
  text: [
    {
      kind: "text",
      language: "es",
      title: "First text",
      body: `${hola}, le escribimos de {{ practice.name }}. ¿A qué hora le podemos llamar?`,
    },
    {
      kind: "text",
      language: "es",
      title: "No answer",
      body: `${hola}, acabamos de llamarle por su solicitud. ¿A qué hora le podemos llamar? {{ practice.name }}`,
    },
    {
      kind: "text",
      language: "es",
      title: "Booked",
      body: `${hola}, su cita queda confirmada. La oficina: {{ practice.address }}. Si surge algo, llame al {{ practice.phone }}, por favor.`,
    },
  ],
  auto: [
    {
      ...{ ...auto, campaigns: [] },
      title: "We got your request",
      subject: "Recibimos su solicitud",
      body: `${hello}<p>Gracias por escribirnos. Alguien de nuestra recepción le llamará en unos minutos desde el {{ practice.phone }}. Si prefiere llamarnos, es el mismo número.</p>${regards}`,
      isInOpenHoursOnly: true,
      receivedWhile: "open",
    },
    {
      ...{ ...auto, campaigns: [] },
      title: "After hours",
      subject: "Recibimos su solicitud",
      body: `${hello}<p>Gracias por escribirnos. En este momento estamos cerrados; le llamaremos cuando abramos.</p><p>Si no puede esperar, llámenos al {{ practice.phone }}. Si nadie contesta, deje un mensaje, por favor. Si es una emergencia médica, llame al 911.</p>${regards}`,
      isInOpenHoursOnly: false,
      receivedWhile: "closed",
    },
  ],
};
