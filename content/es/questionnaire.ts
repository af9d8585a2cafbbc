// The questionnaire at /es/marketing/get-started.
import type { MarketingWords } from "#content/marketing-words.ts";
import { site } from "#content/site.ts";
import { spanishPhoneHours, spanishZoneName } from "./office.ts";

const { ownerFirst } = site;

export const spanishQuestionnaire: MarketingWords["questionnaire"] = {
  steps: [
    { name: "sus datos", title: `¿A quién debe llamar ${ownerFirst}?` },
    { name: "su marketing hasta ahora", title: "Su marketing hasta ahora" },
    { name: "su sitio web y una hora", title: `¿Cuándo debe llamarle ${ownerFirst}?` },
  ],
  questions: {
    triedMarketing: "¿Ha probado hacer marketing antes?",
    howItWorked: "¿Cómo le fue?",
    hasTeam: "¿Tiene un equipo de marketing?",
    teamProblems: "¿Qué problemas ha tenido con el equipo?",
    hasWebsite: "¿Tiene un sitio web?",
    website: "¿Cuál es la dirección web?",
    contactAt: "Fecha y hora preferidas para la llamada",
    package: "Paquete elegido",
  },
  step: (number, of) => `Paso ${number} de ${of}`,
  nextStep: (name) => `Sigue: ${name}`,
  lastStep: "Último paso",
  buttons: { back: "Atrás", next: "Siguiente", submit: "Enviar" },
  fields: { fullName: "Nombre completo", phone: "Teléfono", date: "Fecha", time: "Hora" },
  answers: { yes: "Sí", no: "No" },
  historySays: `Basta con un sí o un no. Deje en blanco lo que prefiera contarle a ${ownerFirst} por teléfono.`,
  website: { example: "www.ejemplo.com" },
  time: {
    title: "Una hora que le convenga",
    hours: `${ownerFirst} llama ${spanishPhoneHours}, ${spanishZoneName}.`,
    zone: (name) => `Su zona horaria: ${name}.`,
    unknownZone: "En su propia zona horaria.",
    dateExample: "MM/DD/AAAA",
    pickDate: "Elegir la fecha en un calendario",
    outside: (next) =>
      `Eso es fuera del horario de ${ownerFirst}. Le llamará en cuanto vuelva a la oficina: ${next}.`,
  },
  slots: {
    waiting: "Buscando horas disponibles…",
    title: (minutes) => `Reserve una llamada de ${minutes} minutos`,
    days: "Días disponibles",
    times: "Horas disponibles",
    moreDays: "Más días",
    zones: (visitors) =>
      `Estas horas están en su zona horaria, ${visitors}. ${ownerFirst} está en ${spanishZoneName}.`,
    orBook: (minutes) => `O reserve una llamada de ${minutes} minutos`,
    others: "Otras horas",
    carried: (when) => `Su llamada: ${when}. La reservamos cuando envíe el último paso.`,
    gone: "La hora que eligió se acaba de ocupar. Estas siguen libres.",
    chosen: (when) => `Se la reservamos: ${when}.`,
    orType: "¿No le conviene ninguna? Escriba la fecha y la hora que quiera.",
  },
  noPackage: {
    title: "Todavía no ha elegido un paquete",
    says: "Lo elegimos juntos.",
    choice: "Todavía no sé",
  },
  nothingToPay: "Hoy no paga nada",
  changePackage: "Cambiar",
};
