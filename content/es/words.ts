// Text shared by all sites, in Spanish.
import type { Words } from "#content/words.ts";
import { spanishErrors, spanishFieldErrors } from "./errors.ts";

export const spanish: Words = {
  language: "es",
  otherLanguage: "English",
  interface: {
    skipLink: "Saltar al contenido",
    mainMenu: "Principal",
    menu: "Menú",
    close: "Cerrar",
    closeThing: (name) => `Cerrar ${name.toLowerCase()}`,
    pages: "Páginas",
    footer: "Pie de página",
    privacy: "Privacidad",
    terms: "Términos",
    darkColors: "Modo oscuro",
    lightColors: "Modo claro",
    back: "Atrás",
    loading: "Cargando…",
    logOut: "Cerrar sesión",
    loggedInAs: (name) => `Sesión de ${name}`,
  },
  splash: {
    name: "Presentación",
    skip: "Saltar",
    skipKey: "Esc",
    until: "5 s",
  },
  legal: {
    name: "Legal",
    privacyPolicy: "Política de privacidad",
    termsAndConditions: "Términos y condiciones",
    patientData: "Los datos de sus pacientes",
    accessibility: "Accesibilidad",
    description: (title, owner) => `${title} de ${owner}.`,
  },
  demoButton: "Pruebe el panel en vivo (en inglés)",
  ok: "Aceptar",

  fields: {
    email: "Correo electrónico",
    choose: "Elija…",
    optional: "(opcional)",
    phoneMask: "(###) ###-####",
  },
  formButtons: {
    checking: "Verificando…",
    sending: "Enviando…",
    tryAgain: "Intentar de nuevo",
  },
  contactForm: {
    title: "Contacto",
    name: "Nombre",
    phone: "Teléfono",
    message: "Mensaje",
    send: "Enviar",
    instead: ["Este formulario necesita JavaScript. Actívelo o escríbanos a", "o llámenos al"],
  },
  form: {
    noAnswer:
      "No pudimos conectarnos. Lo que escribió sigue aquí. Revise su conexión e inténtelo de nuevo.",
    unreadable: "No entendimos la respuesta del servidor. Inténtelo de nuevo en un momento.",
    success: "¡Listo!",
    phoneConsent: "Usaremos este número solo para hablar con usted sobre su solicitud.",
    unfinished: "Si no termina, guardamos estos datos para poder comunicarnos con usted.",
    unfinishedMissing:
      "Todavía no recibimos su nombre, correo y teléfono porque no hay conexión. Se enviarán cuando vuelva la conexión o cuando pase al siguiente paso.",
    healthHint: "Por favor, no incluya datos de salud en su mensaje.",
  },
  captcha: {
    unsolved: "Comprobaremos automáticamente que usted no es un robot.",
    solving: "Comprobando que usted no es un robot…",
    asking: "Por favor, complete la verificación de arriba.",
    solved: "Verificado",
    expired: "La verificación venció. Comprobando otra vez…",
    failed: "La verificación falló. Inténtelo de nuevo.",
  },
  errors: spanishErrors,
  fieldErrors: spanishFieldErrors,

  clock: {
    goal: "meta 5:00",
    held: "reloj en pausa",
    since: (time) => `desde ${time}`,
  },
  time: {
    callNow: "llame ya",
    untilLate: (minutes) => `tarde en ${minutes} min`,
    toGoal: (left) => `${left} para la meta`,
    left: (left) => `quedan ${left}`,
    now: "ahora",
    ago: (time) => `hace ${time}`,
    overdue: (time) => `${time} de retraso`,
    in: (time) => `en ${time}`,
  },
  buckets: { lt10: "A tiempo", lt60: "Lento", other: "Tarde" },
  bucketSpans: { lt10: "Menos de 10 minutos", lt60: "Menos de 1 hora", other: "Tarde" },
  pie: {
    caption: (total, people) => `Llamadas a tiempo, ${total} ${people}`,
    none: "Todavía no hay solicitudes.",
    of: (total, people) => `de ${total} ${people} recibieron una llamada en menos de 10 minutos`,
    few: (people) =>
      `${people} recibieron una llamada en menos de 10 minutos. Los porcentajes aparecen a partir de 20 solicitudes.`,
  },
  outcomes: {
    spoke: "Hablamos",
    voicemail: "Buzón de voz",
    no_answer: "No contestó",
    booked: "Con cita",
    call_back: "Volver a llamar",
    not_interested: "No le interesa",
    wrong_number: "Número equivocado",
    asked_to_stop: "Pidió que no llamemos",
  },
};
