// The marketing site's other pages, and the first month with us, in Spanish.
import type { MarketingWords } from "#content/marketing-words.ts";
import { owner } from "#content/owner.ts";
import { site } from "#content/site.ts";

type Marketing = MarketingWords["marketing"];

export const spanishContact: Marketing["contact"] = {
  tab: "Contacto",
  title: "Hable con nosotros",
  description: `Escriba o llame a ${site.agency}. Le respondemos ${owner.speaksSpanish ? "en español " : ""}en un día hábil.`,
  says: "Cuéntenos de su consultorio. Le respondemos en un día hábil, o de inmediato si llama.",
  afterwards: {
    title: "Qué pasa después",
    steps: [
      `Primero guardamos su mensaje. Después le llega a ${site.ownerFirst} y a nadie más.`,
      "Miramos qué encuentra un paciente nuevo cuando lo busca a usted en internet.",
      "Le escribimos o le llamamos en un día hábil, con una respuesta y no con un discurso de ventas.",
    ],
  },
};

export const spanishFaqPage: Marketing["faq"] = {
  title: "Preguntas frecuentes",
  description:
    "Respuestas sobre devoluciones, contratos, presupuesto de anuncios, cuentas, datos de pacientes, fotos y paquetes a su medida.",
  anythingElse: "¿Tiene otra pregunta? Llame al",
};

export const spanishGetStarted: Marketing["getStarted"] = {
  title: "Empecemos",
  description: `Empiece con ${site.agency}: responda unas preguntas o llame, y planeamos juntos su primer mes.`,
  instead:
    "Esta página necesita JavaScript. Llámenos o escríbanos, y le hacemos las mismas preguntas.",
  next: "Qué pasa después",
  steps: [
    { name: "Usted se comunica", says: "Con este formulario o por teléfono. Son dos minutos." },
    {
      name: "Nosotros miramos",
      says: "Revisamos sus páginas, sus anuncios y lo que un paciente nuevo encuentra en internet.",
    },
    {
      name: "Usted decide",
      says: "Con un plan y un precio en la mano, y 30 días de garantía para recuperar su dinero.",
    },
  ],
};

export const spanishFirstDays: Marketing["firstDays"] = {
  title: "Sus primeros 30 días",
  says: "Sin reuniones innecesarias. Si al día 30 no le convence, le devolvemos su dinero.",
  steps: [
    {
      when: "Día 1",
      name: "Hablamos",
      says: "Media hora: qué tipo de pacientes quiere y a cuántos puede atender.",
    },
    {
      when: "Días 2–7",
      name: "Lo preparamos",
      says: "Páginas, cuentas de anuncios a nombre de su consultorio y el panel para su equipo.",
    },
    {
      when: "Día 8",
      name: "Salen los anuncios",
      says: "Usted aprueba cada uno antes. La primera solicitud pone a correr el primer reloj.",
    },
    {
      when: "Día 30",
      name: "Usted decide",
      says: "Repasamos sus propios números: contactos, tiempos de respuesta, citas, costo.",
    },
  ],
};
