// Finds out from a field's name in English, Spanish or Portuguese what the field is, and whose.
// Pure. The names below are written as they are compared, without spaces: cspell:disable

export type Target =
  | "firstName"
  | "lastName"
  | "fullName"
  | "email"
  | "phone"
  | "message"
  | "submittedAt";

/** Names for each target, the most likely first. */
const usualNames: Record<Target, string[]> = {
  firstName: [
    ...["firstname", "fname", "givenname", "forename", "first", "namefirst", "userfirstname"],
    ...["primernombre", "nombredepila", "nombres", "primeironome", "prenome"],
  ],
  lastName: [
    ...["lastname", "lname", "surname", "familyname", "last", "namelast", "userlastname"],
    ...["apellidos", "apellido", "primerapellido", "sobrenome", "ultimonome", "apelido"],
  ],
  fullName: [
    ...[
      "fullname",
      "name",
      "realname",
      "firstandlastname",
      "firstlastname",
      "displayname",
      "userfullname",
      "chatname",
      "pushname",
      "profilename",
      "nombrequienllama",
      "lastfirst",
      "firstlast",
      "lastnamefirstname",
    ],
    ...[
      "pulsename",
      "nombrecompleto",
      "nombreyapellido",
      "nombreyapellidos",
      "nombreapellido",
      "nombre",
    ],
    ...["nomecompleto", "nomeesobrenome", "nome"],
  ],
  email: [
    ...["email", "emailaddress", "primaryemail", "personalemail", "useremail", "mail", "emailid"],
    ...["correoelectronico", "correo", "direcciondecorreoelectronico", "direcciondecorreo"],
    ...["direcciondeemail", "enderecodeemail", "email1", "homeemail", "workemail"],
    ...["workemailaddress", "businessemail", "emaildetrabajo", "correodetrabajo"],
  ],
  phone: [
    // These are for a call, whose "phone number" is the line that was called.
    ...["customernumber", "callernumber"],
    ...["phone", "phonenumber", "mobile", "mobilephone", "mobilenumber", "mobilephonenumber"],
    ...["cell", "cellphone", "cellphonenumber", "cellnumber", "telephone", "telephonenumber"],
    ...["tel", "telno", "phoneno", "mobileno", "primaryphone", "primaryphonenumber", "userphone"],
    ...["userphonenumber", "bestphone", "bestphonenumber", "phone1", "homephone"],
    ...["homephonenumber", "daytimephone", "contactnumber", "callbacknumber"],
    ...["telefono", "numerodetelefono", "telefonocelular", "numerodecelular", "celular", "movil"],
    ...["telefonomovil", "numerodemovil", "telefonodecontacto", "numerotelefonico"],
    ...["telefone", "numerodetelefone", "telefonecelular", "telemovel", "telefonedecontato"],
    ...["whatsapp", "whatsappnumber", "numerodewhatsapp", "textremindernumber", "smsnumber"],
    ...["workphone", "workphonenumber", "businessphone", "businessphonenumber"],
    ...["phonemobile", "phonehome", "phonework", "phoneother"],
    ...["telefonodeltrabajo", "telefonodetrabajo", "telefonedetrabalho"],
    ...[
      "waid",
      "userwano",
      "userwhatsapp",
      "callerphone",
      "callerphonenumber",
      "callernumbercomplete",
    ],
  ],
  message: [
    ...["message", "comments", "comment", "notes", "note", "question", "questions"],
    ...["mensaje", "comentarios", "comentario", "mensagem"],
  ],
  submittedAt: [
    ...["submittedat", "submissiontime", "createdat", "createdtime", "timestamp"],
    ...["datecreated", "submissiondate"],
  ],
};

const ranks = Object.fromEntries(
  Object.entries(usualNames).map(([target, names]) => [
    target,
    new Map(names.map((name, rank) => [name, rank])),
  ]),
) as Record<Target, Map<string, number>>;

/** Words in longer questions, such as "What is the best phone number to reach you?". */
const wordsOfQuestions: Partial<Record<Target, Set<string>>> = {
  phone: new Set([
    ...["phone", "phones", "mobile", "cell", "cellphone", "telephone", "tel", "whatsapp"],
    ...["telefono", "celular", "movil", "telefone", "telemovel"],
  ]),
  email: new Set(["email", "emails", "mail", "correo"]),
};
const phrasesOfQuestions: Partial<Record<Target, RegExp>> = {
  firstName: /\b(first name|primer nombre|primeiro nome)\b/,
  lastName: /\b(last name|surname|apellidos?|sobrenome)\b/,
  fullName:
    /\b(full name|nombre completo|nome completo|who (?:are we|am i) (?:talking|speaking|chatting) (?:to|with)|what (?:should|can|do) we call you|como te llamas|con quien hablamos)\b/,
};

/**
 * Words before the name itself, as in "Your phone", "Patient email", "What is your name?" and
 * "q3_phone".
 */
const opening =
  /^(?:(?:q|input|field|text|contact|lead|patient|client|customer|applicant|invitee|person|prospect|prefill|please|enter|provide|share|type|what|whats|which|is|s|are|the|your|you|my|tu|tus|su|sus|mi|el|la|cual|es|qual|e|o|a|seu|sua|meu|minha|escriba|ingrese|informe|indique|paciente|cliente|et|pb|wpforms|nf|cf|mf|ff|fld|hs|mce|item|meta|cp|frm|billing)(?: |$)|[a-z]?\d+ )/;
const ending =
  /(?: (?:\d+|yui|value|values|required|optional|requerido|obligatorio|obrigatorio|opcional|please|field|input|here|del paciente|do paciente|of patient|patient))+$/;

/** Words for another person whom the sender mentions. */
const anotherPerson = new Set([
  ...["guardian", "guardians", "parent", "parents", "mother", "father", "mom", "dad", "spouse"],
  ...["husband", "wife", "partner", "emergency", "referrer", "referrers", "referred", "referral"],
  ...["referring", "refer", "friend", "friends", "relative", "child", "children", "kid", "son"],
  ...["daughter", "dependent", "guarantor", "policyholder", "subscriber", "guest", "guests"],
  ...["madre", "padre", "tutor", "tutora", "conyuge", "esposo", "esposa", "emergencia", "hijo"],
  ...["hija", "amigo", "amiga", "referido", "referida", "responsable", "mae", "pai", "filho"],
  ...["filha", "responsavel", "indicado", "conjuge", "sender", "from"],
  ...[
    "responsible",
    "menor",
    "recommended",
    "recomendo",
    "recomienda",
    "refirio",
    "indicou",
    "indicacao",
  ],
]);
/** Words for the form itself or for someone such as a staff user. */
const maybeNobody = new Set(["user", "users", "form", "page", "account", "company", "identity"]);
/** Words that make such a word about the person: "form_data" and "user_info". */
const aboutThePerson =
  /\b(data|fields?|questions?|response|responses|answers?|values?|submission|submissions|entry|info|details|results?|column)\b/;

/** Words for people who run the form. */
const neverThePerson = new Set([
  ...["owner", "owners", "staff", "assistant", "agent", "agents", "assigned", "assignee", "admin"],
  ...["administrator", "notify", "notification", "notifications", "recipient", "recipients"],
  ...["office", "practice", "clinic", "location", "locations", "site", "website", "hidden"],
  ...["provider", "doctor", "dentist", "employee", "manager", "host", "hosts", "organizer"],
  ...["organization", "memberships", "campaign", "ad", "adset", "utm", "workflow", "webhook"],
  ...["calendar", "settings", "config", "smtp", "support", "vendor", "merchant", "author"],
  ...["display", "tracking", "destination", "receiving", "forwarding", "forwarded", "dialed"],
  ...["cc", "bcc", "fax", "consultorio", "clinica", "oficina", "destinatario", "administrador"],
]);
/**
 * Words that mean someone else only as a parent key. A field named "Business email" is still the
 * person's.
 */
const neverTheParent = new Set(["company", "business", "server", "headers", "identifier"]);
const neverPhrases =
  /^(?:to|to full|reply to|replyto|e?mail to|to e?mail|send to|sent to|mail to)$|\breply to\b|\b(?:created|updated|modified) by\b/;

/** Words for fields whose digits or email addresses aren't contact details. */
const otherValues = new Set([
  ...["id", "ids", "ip", "url", "urls", "uri", "link", "href", "referer", "zip", "zipcode"],
  ...["postal", "postcode", "code", "codes", "date", "time", "timestamp", "timezone", "token"],
  ...["key", "ref", "hash", "session", "ssn", "member", "policy", "group", "invoice", "amount"],
  ...["price", "cost", "budget", "latitude", "longitude", "lat", "lng", "card", "dob", "birth"],
  ...["birthday", "age", "fax", "version", "consent", "terms", "agree", "agreement", "gclid"],
  ...["fbclid", "insurance", "license", "npi", "order", "ticket", "captcha", "nonce"],
  ...["type", "country", "subject", "extension", "ext", "codigo", "fecha", "seguro", "cep", "cp"],
  ...["optin", "opt", "consentimiento", "disclaimer", "mrn"],
]);

export type Named = {
  target: Target | null;
  /** 0 if the text is just a known name; 1 if it is a question that contains one. */
  class: 0 | 1;
  rank: number;
};

/**
 * 1 for the person. 2 for another person, who is used only if there is no one else. 3 for no
 * person.
 */
export type Whose = 1 | 2 | 3;

/** How much of a long question is read. */
const maxNameLength = 200;

/**
 * Normalizes a name such as "q3_phoneNumber", "fields[Teléfono*]" or "Phone-Number:" to words of
 * letters and digits.
 */
export function wordsOf(name: string): string {
  return name
    .slice(0, maxNameLength)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/\be mail/g, "email")
    .replace(/[a-z]{9,40}/g, (token) => apart(token)?.join(" ") ?? token);
}

/**
 * Splits words that are run together, such as "referringofficephone"; null if some aren't known.
 */
function apart(token: string): string[] | null {
  const words: string[] = [];
  for (let at = 0; at < token.length; ) {
    const next = gluedWords.find((word) => token.startsWith(word, at));
    if (!next) return null;
    words.push(next);
    at += next.length;
  }
  return words;
}

/** Words that forms run together, the longest first. */
const gluedWords = [
  ...[
    "referring",
    "emergency",
    "guardian",
    "practice",
    "referrer",
    "patient",
    "contact",
    "dentist",
  ],
  ...["address", "parent", "doctor", "office", "spouse", "number", "mobile", "first", "phone"],
  ...["email", "last", "full", "name", "your", "cell", "home", "work"],
].toSorted((one, other) => other.length - one.length);

/** Returns the most likely target for a name. */
export function nameOf(words: string): Named {
  const own = withoutOthers(words);
  for (const name of [own.replace(/ /g, ""), shortened(own)]) {
    for (const target of Object.keys(ranks) as Target[]) {
      const rank = ranks[target].get(name);
      if (rank !== undefined) return { target, class: 0, rank };
    }
  }
  const tokens = words.split(" ");
  if (tokens.some((token) => otherValues.has(token))) return noTarget;
  for (const target of ["lastName", "firstName", "fullName"] as const) {
    if (phrasesOfQuestions[target]?.test(words)) return { target, class: 1, rank: 0 };
  }
  for (const target of ["email", "phone"] as const) {
    if (tokens.some((token) => wordsOfQuestions[target]?.has(token))) {
      return { target, class: 1, rank: 0 };
    }
  }
  return noTarget;
}

const noTarget: Named = { target: null, class: 1, rank: 0 };

/** Returns whose a field is, by the field's own name. */
export function whoseIs(words: string): Whose {
  const tokens = words.split(" ");
  if (tokens.some((token) => neverThePerson.has(token)) || neverPhrases.test(words)) return 3;
  const isOwnUser =
    /^user (?:full |first |last )?(?:name|email|phone|wa|whatsapp)/.test(words) || isTheirs(words);
  return tokens.some(isAnother) && !isOwnUser ? 2 : 1;
}

/** Returns whose the fields below these parent keys are. */
export function whoseBelow(parents: string[]): Whose {
  let whose: Whose = 1;
  for (const parent of parents) {
    const above = parent.split(" ");
    const isNever = above.some((one) => neverThePerson.has(one) || neverTheParent.has(one));
    if (isNever || neverPhrases.test(parent)) return 3;
    if (above.some(isAnother) && !aboutThePerson.test(parent)) whose = 2;
  }
  return whose;
}

/** Checks for the person who fills in the form, as in "Your first name (parent or guardian)". */
function isTheirs(words: string): boolean {
  const [asked = ""] = own.exec(words) ?? [];
  return asked !== "" && !asked.split(" ").some(isAnother);
}

const own =
  /^(?:your|my|tu|su|mi|seu|sua|meu|minha) (?:\S+ ){0,2}?(?:name|email|phone|number|nombre|apellidos?|correo|telefono|celular|nome|sobrenome|telefone)(?= |$)/;

function isAnother(word: string): boolean {
  return anotherPerson.has(word) || maybeNobody.has(word);
}

/** Checks whether the value may be a number or an email address that isn't a contact detail. */
export function isOtherValue(words: string): boolean {
  return words.split(" ").some((token) => otherValues.has(token));
}

const technical =
  /^(?:(?:event|form|response|submission|entry|respondent|workspace|location|contact|lead|page|post|hook|webhook|field|account|user|workflow|queried|referer|submit|unique|landing|hidden)? ?(?:ids?|uuid|guid)|(?:event |form )?type|form name|event|token|slug|path|submit|action|api version|wpcf7.*|wpnonce|wp http referer|csrf.*|nonce|form nonce|g recaptcha response|h captcha response|cf turnstile response|querystring)$/;

/** Checks for an id or a type, which says nothing about the person. */
export function isTechnical(words: string): boolean {
  return technical.test(words);
}

/**
 * Removes words for another person: "guardian s phone" is a phone. `whoseIs` finds out whose it is.
 */
function withoutOthers(words: string): string {
  const kept = words.split(" ").filter((token) => !anotherPerson.has(token) && token !== "s");
  return kept.join(" ");
}

function shortened(words: string): string {
  let text = words.replace(ending, "");
  for (let next = text.replace(opening, ""); next !== text; next = text.replace(opening, "")) {
    if (next === "") break;
    text = next;
  }
  return text.replace(ending, "").replace(/ /g, "");
}
