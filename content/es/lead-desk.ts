// The lead desk on the Spanish landing page.
import type { MarketingWords } from "#content/marketing-words.ts";
import { owner } from "#content/owner.ts";

const { p2, p3 } = owner.packages;

export const spanishLeadDesk: MarketingWords["marketing"]["desk"] = {
  title: "El panel de contactos: que no se le escape nadie.",
  says: `Incluido en ${p2.title} y ${p3.title}. En cuanto alguien se comunica, su recepción ve quién es, qué quiere y cuánto lleva esperando.`,
  picture:
    "El panel de contactos con datos de ejemplo: cinco contactos y qué tan rápido se llamó a cada uno.",
  pictureNote: "La imagen está traducida. Por ahora, las pantallas del panel están en inglés.",
  practice: "Bayshore Sample Dental",
  screen: {
    leads: "Contactos",
    search: "Buscar",
    calling: "Estoy llamando",
    showMore: "Ver más",
    callsOnTime: "Llamadas a tiempo",
    statistics: "Estadísticas",
    inquiries: "solicitudes",
  },
  waiting: {
    name: "Priya Nair",
    about: "Alineadores · Google",
    phone: "(813) 555-0171",
    waitsSeconds: 161,
  },
  called: [
    { name: "Marcus Bell", about: "Emergencia · Google", tookMinutes: 4, outcome: "booked" },
    {
      name: "Elena Ruiz",
      about: "Blanqueamiento · Instagram",
      tookMinutes: 26,
      outcome: "voicemail",
    },
    { name: "Grace Lindqvist", about: "Revisión · Facebook", tookMinutes: 2, outcome: "spoke" },
    {
      name: "Tom Okafor",
      about: "Paciente nuevo · Facebook",
      tookMinutes: 72,
      outcome: "no_answer",
    },
  ],
  timeDiff: { lt10: 32, lt60: 6, other: 2 },
  statistics: [
    { name: "Campañas", value: 4 },
    { name: "Clientes nuevos", value: 6 },
    { name: "Contactos", value: 40 },
    { name: "Impresiones", value: 3680 },
  ],
  facts: [
    {
      says: "7 veces",
      of: "Las empresas que llamaron en menos de una hora tuvieron siete veces más probabilidades de llegar a una conversación seria que las que llamaron una hora más tarde.",
      source: "Harvard Business Review, marzo de 2011",
    },
    {
      says: "5 minutos",
      of: "Llamar a los 5 minutos, y no a los 30, multiplicó por 100 la posibilidad de encontrar a la persona, y por 21 la de tener una conversación seria.",
      source: "InsideSales / Oldroyd, 2007",
    },
    {
      says: "Su consultorio",
      of: "Esas empresas no eran consultorios dentales. Por eso el panel mide el suyo: cada llamada, a tiempo, lenta o tarde, a la vista de usted.",
      source: null,
    },
  ],
};
