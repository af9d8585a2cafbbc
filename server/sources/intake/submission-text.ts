// What a search reads of a submission: the person of its inquiry, or the beginning of its body.
import { and, like, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { containing } from "#server/db/like.ts";
import { inquiries } from "#server/db/schema.ts";
import { searchWords } from "#server/desk/leads/search-text.ts";

/**
 * How much of a body is searched: enough for a form's fields. The rest of a long body isn't even
 * decompressed.
 */
const searchedCharacters = 4000;

export function beginningOf(body: PgColumn): SQL<string> {
  return sql<string>`left(${body}, ${sql.raw(String(searchedCharacters))})`;
}

/** Decodes a body so that an email address is found in JSON and in forms. */
export function addressesIn(body: SQL): SQL {
  return sql`replace(${body}, '%40', '@')`;
}

/** Decodes a lowercase body so that a number is found in any format: "%28813%29+555-0171". */
export function numbersIn(body: SQL): SQL {
  return sql`regexp_replace(${body}, '%28|%29|%20|%2b|[\\s().+-]', '', 'g')`;
}

/**
 * Decodes the letters that JSON escapes in a lowercase body (mu\u00f1oz), and the Latin-1 letters
 * that a form escapes (mu%c3%b1oz). A form's other letters stay escaped.
 */
function lettersIn(body: SQL): SQL {
  const inJson = sql`replace(replace(replace(replace(${body},
    '%c3%8', '\\u00c'), '%c3%9', '\\u00d'), '%c3%a', '\\u00e'), '%c3%b', '\\u00f')`;
  // `unistr` throws for a NUL, for half of a pair, and for a backslash that isn't doubled and begins
  // no letter. These are doubled, and so stay as they are.
  const others = sql`'\\\\(?=u0000|ud[89a-f])|\\\\(?!u[0-9a-f]{4})'`;
  return sql`unistr(regexp_replace(${inJson}, ${others}, '\\\\\\\\', 'g'))`;
}

/** The condition that the submission's person has every word of the search. */
export function isOfPerson(search: string): SQL {
  const { firstName, lastName, email, phone } = inquiries;
  const text = sql`(fold_text(${firstName} || ' ' || ${lastName} || ' ' || ${email}) || ' '
    || regexp_replace(${phone}, '\\D', '', 'g'))`;
  return all(wordsOf(search).map((word) => like(text, containing(word))));
}

/** The condition that the body of a submission without a person has every word of the search. */
export function isInBody(body: SQL, search: string): SQL {
  const lowercase = sql`lower(${body})`;
  const text = sql`fold_text(${lettersIn(sql`replace(${addressesIn(lowercase)}, '+', ' ')`)})`;
  const digits = numbersIn(lowercase);
  return all(
    wordsOf(search).map((word) => like(/^\d+$/.test(word) ? digits : text, containing(word))),
  );
}

/** Further words are ignored, because each word is looked for in each row. */
const mostWords = 5;

function wordsOf(search: string): string[] {
  return [...new Set(searchWords(search))].slice(0, mostWords);
}

function all(conditions: SQL[]): SQL {
  return and(...conditions) ?? sql`false`;
}
