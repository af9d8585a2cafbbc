// The sample month on the Spanish landing page.
import type { MarketingWords } from "#content/marketing-words.ts";

export const spanishMonth: MarketingWords["marketing"]["month"] = {
  title: "El octubre de un consultorio, contacto por contacto",
  legend: {
    lt10: "A tiempo",
    lt60: "Lenta",
    other: "Tarde",
    booked: "Hizo cita",
    weekend: "Fin de semana",
  },
  waits: { 5: "5 min", 10: "10 min", 60: "1 hora", 1440: "1 día" },
  waited: "Espera hasta la primera llamada",
  since: "Llega el panel de contactos",
  day: (day) => `${day} oct.`,
  picture: (leads, onTime, before, after) =>
    `${leads} contactos de octubre según cuánto esperó cada uno una llamada. A ${onTime} se les llamó en menos de diez minutos: ${before} antes del panel, ${after} con él.`,
  of: (part, total) => `${part} de ${total}`,
  beats: [
    {
      day: "Jue., 1 de octubre",
      says: "Empiezan los anuncios",
      of: "El primer contacto escribe a las 9:07. El correo se abre después del almuerzo: 3 h 10 min.",
    },
    {
      day: "Jue., 8 de octubre",
      says: "Llega el panel",
      of: "Los contactos nuevos suenan en la recepción. Un clic dice quién llama, y el reloj se detiene.",
    },
    {
      day: "Sáb., 24 de octubre",
      says: "Un mensaje de sábado",
      of: "El consultorio está cerrado. En el informe queda en rojo, y el lunes es la primera llamada. Hizo cita.",
    },
    {
      day: "Sáb., 31 de octubre",
      says: "El mes en una página",
      of: "Lo que se gastó, a quién se llamó a tiempo, quién hizo cita. Llega por correo el día primero.",
    },
  ],
  figures: {
    leads: "contactos de los anuncios",
    booked: "hicieron cita",
    spent: (fee, ads) => `gastados: ${fee} para nosotros, ${ads} para los anuncios`,
    perBooked: "por cita",
  },
};
