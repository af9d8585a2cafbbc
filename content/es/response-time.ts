// The marketing site's sentence about the agency's own response time, in Spanish.
import { publishedFrom } from "#content/marketing/response-time.ts";
import type { OwnResponseTime } from "#contract/contact-request-work.ts";

export function spanishResponseTimeSentence({ n, median }: OwnResponseTime): string | null {
  if (n < publishedFrom || median === null) return null;
  if (median === "not_yet") {
    return `La mitad de nuestras últimas ${n} solicitudes todavía no ha recibido una llamada.`;
  }
  if (median === "over_an_hour") {
    return `Nuestro tiempo mediano de respuesta a las últimas ${n} solicitudes es de más de una hora.`;
  }
  const minutes = median === 1 ? "un minuto" : `${median} minutos`;
  return `Nuestro tiempo mediano de respuesta a las últimas ${n} solicitudes es de menos de ${minutes}.`;
}
