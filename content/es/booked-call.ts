// The page that the link in a booked call's emails opens, and the call's calendar file, in Spanish.

import type { VisitorWords } from "#content/english-visitor-words.ts";
import { site } from "#content/site.ts";

const { ownerFirst } = site;

export const spanishBookedCall: VisitorWords["bookedCall"] = {
  title: `Su llamada con ${ownerFirst}`,
  coming: `${ownerFirst} le llamará:`,
  canceled: "Esta llamada se canceló. Estaba reservada para:",
  past: "Esta llamada estaba reservada para:",
  moveTitle: "Cambiar la hora",
  againTitle: "Elegir otra hora",
  days: "Día",
  times: "Hora",
  zones: (visitors) => `Las horas están en su zona horaria, ${visitors}.`,
  move: "Cambiar la hora",
  again: "Reservar esta hora",
  none: "Por ahora no hay otras horas disponibles.",
  cancelTitle: "Cancelar la llamada",
  cancelAsk: "Le enviaremos una confirmación por correo. Puede elegir otra hora más adelante.",
  cancel: "Sí, cancelar la llamada",
  orCall: "¿Necesita otra cosa? Llámenos:",
  dead: "Este enlace ya no funciona. Puede que esté incompleto, o que la llamada haya sido hace tiempo.",
  pick: "Primero elija una hora.",
};

export const spanishBookingAnswers: VisitorWords["bookingAnswers"] = {
  moved: "Su llamada tiene nueva hora. Le enviamos una confirmación por correo.",
  canceled: "Su llamada está cancelada. Le enviamos una confirmación por correo.",
  taken: "Alguien acaba de tomar esa hora. Elija otra.",
  over: "Esta llamada ya empezó, así que no se puede cambiar aquí.",
};

export const spanishInvite: VisitorWords["invite"] = {
  title: ({ owner }) => `Llamada con ${owner}`,
  description: ({ phone, ownPhone }) =>
    `Le llamaré al ${phone}. Si se le presenta algo, llámeme al ${ownPhone}.`,
};
