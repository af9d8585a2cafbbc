// A hosted form, a web form's page on our own site, in Spanish.

import type { hostedFormWords } from "#content/messages.ts";
import type { Translated } from "#contract/languages.ts";

export const spanishHostedForm: Translated<typeof hostedFormWords> = {
  name: "Nombre",
  phone: "Teléfono",
  email: "Correo electrónico",
  message: "¿En qué podemos ayudarle?",
  healthHint: "Por favor, no incluya datos de salud en su mensaje.",
  consent: (practice) =>
    `Al enviar este formulario, acepta que ${practice} le llame, le mande mensajes de texto o le escriba por correo sobre su solicitud. Aceptar no es una condición para recibir servicio.`,
  privacy: "Política de privacidad",
  privacyPath: "/es/lms/privacy-policy",
  send: "Enviar",
  noReach: "Escriba su nombre y un teléfono o correo electrónico.",
  thanks: {
    title: "Gracias",
    text: (practice) => `${practice} recibió su mensaje y se comunicará pronto con usted.`,
  },
  closed: {
    title: (practice) => `${practice} no está recibiendo solicitudes aquí en este momento`,
    text: "Por favor, llame al consultorio.",
  },
};
