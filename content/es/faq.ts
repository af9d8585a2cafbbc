// Questions that practices ask before they sign up, in Spanish.
import type { MarketingWords } from "#content/marketing-words.ts";
import { owner } from "#content/owner.ts";
import { site } from "#content/site.ts";

export const spanishFaq: MarketingWords["faq"] = [
  {
    id: "money-back",
    question: "¿Me devuelven mi dinero si no me convence?",
    answer:
      "Sí. Si no es lo que usted esperaba, avísenos dentro de los primeros 30 días y le devolvemos lo que nos pagó. Es nuestra garantía de devolución, sin riesgo para usted.",
  },
  {
    id: "contract",
    question: "¿Hay que firmar un contrato?",
    answer: "No. No hay contrato y puede cancelar cuando quiera.",
  },
  {
    id: "photos",
    question: "¿Dónde toman las fotos?",
    answer: `En su consultorio. Fuera de ${site.city}, la sesión de fotos es de dos horas como máximo.`,
  },
  {
    id: "ads",
    question: "¿Dónde van a salir mis anuncios?",
    answer: "En Facebook, Instagram y Google.",
  },
  {
    id: "ad-budget",
    question: "¿El precio incluye lo que gasto en anuncios?",
    answer:
      "No. Usted decide cuánto gastar en anuncios y se lo paga directamente a Google y a Meta. Nuestro precio cubre nuestro trabajo.",
  },
  {
    id: "custom-package",
    question: "¿Puedo pedir un paquete a mi medida?",
    answer:
      "Sí. Díganos qué necesita y qué no, y le enviaremos una cotización para un paquete a su medida.",
  },
  {
    id: "how-much-budget",
    question: "¿Cuánto debo gastar en anuncios?",
    answer:
      "Empiece con lo que pueda gastar cómodamente durante tres meses. Muchos consultorios empiezan con $20 a $50 al día, y suben solo cuando el panel de contactos muestra que las solicitudes se están volviendo citas.",
  },
  {
    id: "accounts",
    question: "¿De quién son las cuentas de anuncios y las páginas?",
    answer:
      "Suyas. Las creamos a nombre de su consultorio y usted nos da acceso. Si se va, nos quita el acceso y se queda con todo, incluido el historial.",
  },
  {
    id: "first-leads",
    question: "¿Cuándo llegan los primeros contactos?",
    answer:
      "Por lo general, los anuncios salen más o menos una semana después de nuestra primera llamada, cuando usted los aprueba. Cuántas personas se comuniquen depende de su presupuesto, de su ciudad y de la época del año, así que no le prometemos un número.",
  },
  {
    id: "patient-data",
    question: "¿Qué pasa con los datos de mis pacientes?",
    answer:
      "Nuestros formularios no preguntan por la salud, nuestras páginas no cargan rastreadores de otras empresas y sus contactos son de su consultorio. “Los datos de sus pacientes”, al pie de cada página, explica exactamente qué hacemos y qué no.",
  },
  {
    id: "front-desk-time",
    question: "¿Cuánto trabajo le da a mi recepción?",
    answer:
      "Una llamada a cada contacto nuevo y un toque para anotar cómo salió. El panel de contactos se usa en el navegador, en la computadora o en el teléfono. La mayoría lo aprende en diez minutos.",
  },
  {
    id: "spanish",
    question: "¿Hablan español?",
    answer: `${owner.speaksSpanish ? "Sí, y también inglés: llámenos o escríbanos en el que prefiera." : "Por teléfono hablamos inglés."} Si parte de sus pacientes habla español, sus anuncios y sus páginas pueden estar en los dos idiomas. Por ahora, las pantallas del panel de contactos están solo en inglés.`,
  },
];
