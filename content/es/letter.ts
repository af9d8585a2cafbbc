// The footer of a practice's Spanish emails to its leads, the unsubscribe page it links to, and the
// calendar file of an appointment.
import type { LetterWords } from "#content/english-letter.ts";

export const spanishLetter: LetterWords = {
  why: (practice) =>
    `Recibió este correo porque le pidió a ${practice} que se comunicara con usted. ¿No quiere recibir estos correos?`,
  unsubscribe: "Cancelar suscripción",
  page: {
    title: "Dejar de recibir correos automáticos",
    ask: (practice) => `¿Quiere que ${practice} deje de enviar correos automáticos a`,
    stop: "No recibir más estos correos",
    done: (practice) => `Listo. ${practice} ya no enviará correos automáticos a`,
  },
  appointment: {
    title: (practice) => `Su cita en ${practice}`,
    change: (phone) => `Para cambiarla, llame al ${phone}.`,
  },
};
