// The operations that a practice may ask, as the OpenAPI document lists them, and how to ask each of
// them about any practice's rows. What is not understood here throws a sentence.
import { randomUUID } from "node:crypto";
import type { Ids } from "./planted-desk.ts";

type Kind = keyof Ids;

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

export type Operation = {
  /** As `GET /api/leads/{id}`. */
  name: string;
  method: string;
  path: string;
  queries: { name: string; schema: Schema }[];
  body?: Schema;
  isStream: boolean;
};

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        security?: Record<string, unknown>[];
        parameters?: { name: string; in: string; schema: Schema }[];
        requestBody?: { content: { "application/json": { schema: Schema } } };
        responses: Record<string, { content?: Record<string, unknown> }>;
      }
    >
  >;
};

/** Whose row an id in a path is. */
const inPaths: [string, Kind][] = [
  ["/api/leads/{id}", "lead"],
  ["/calls/{callId}", "call"],
  ["/emails/{emailId}", "mail"],
  ["/api/templates/{id}", "template"],
  ["/api/pictures/{id}", "picture"],
  ["/api/clients/me/devices/{id}", "device"],
];

const inQueries: Record<string, Kind> = {
  campaign: "campaign",
  source: "source",
  client: "practice",
  cursor: "mail",
};

const inBodies: Record<string, Kind> = {
  ids: "lead",
  leadId: "lead",
  templateId: "template",
  campaigns: "campaign",
  // The device makes it for a new row: here another's row has it already.
  _id: "call",
  submissionId: "note",
};

/** Everything under a practice's guard. */
export function practiceOperations({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      if (!described.security?.some((way) => "clientToken" in way)) return [];
      const body = described.requestBody?.content["application/json"].schema;
      const queries = described.parameters?.filter((one) => one.in === "query") ?? [];
      const answers = Object.values(described.responses).flatMap(({ content }) =>
        Object.keys(content ?? {}),
      );
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        ...{ path, queries, isStream: answers.includes("text/event-stream") },
        ...(body && { body }),
      };
    }),
  );
}

export type Question = {
  /** Whose ids it is asked with. */
  kinds: Kind[];
  /** False for a place in a list, which answers differently for every id. */
  isSameForAnyUnknown: boolean;
  address(ids: Ids, word: string): string;
};

/** A read as it stands, and once with each value of each of its parameters. */
export function questionsOf(operation: Operation): Question[] {
  const kinds = pathKinds(operation);
  const plain = { kinds, isSameForAnyUnknown: true };
  const path = (ids: Ids) => addressOf(operation, ids);
  return [
    { ...plain, address: path },
    ...operation.queries.flatMap(({ name, schema }) =>
      (schema.anyOf ?? [schema]).flatMap((one): Question[] => {
        if (one.format === "uuid") {
          const kind = inQueries[name];
          if (!kind) throw notUnderstood(operation, name, "inQueries");
          const address = (ids: Ids) => `${path(ids)}?${name}=${ids[kind]}`;
          const isSameForAnyUnknown = name !== "cursor";
          return [{ kinds: [...kinds, kind], isSameForAnyUnknown, address }];
        }
        if (name === "search") {
          const address = (ids: Ids, word: string) => `${path(ids)}?search=${word}`;
          return [{ ...plain, address }];
        }
        // A page that goes on somewhere is asked for by whoever has its cursor.
        if (name === "cursor") return [];
        return valuesOf(operation, name, one).map((value) => ({
          ...plain,
          address: (ids: Ids) => `${path(ids)}?${name}=${encodeURIComponent(value)}`,
        }));
      }),
    ),
  ];
}

function valuesOf(operation: Operation, name: string, schema: Schema): string[] {
  if (schema.enum) return schema.enum;
  if (schema.format === "date-time") return ["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"];
  const isNumber = [schema.type].flat().includes("integer");
  if (isNumber) return [schema.minimum, schema.maximum].filter(Number.isInteger).map(String);
  throw notUnderstood(operation, name, "questionsOf");
}

/** Whether its pages go on by a cursor that the answer gave. */
export function hasPages({ queries }: Operation): boolean {
  return queries.some(({ name }) => name === "cursor");
}

export function addressOf(operation: Operation, ids: Ids): string {
  return pathParts(operation).reduce(
    (address, { parameter, kind }) => address.replace(parameter, ids[kind]),
    operation.path,
  );
}

export function pathKinds(operation: Operation): Kind[] {
  return pathParts(operation).map(({ kind }) => kind);
}

function pathParts(operation: Operation): { parameter: string; kind: Kind }[] {
  return [...operation.path.matchAll(/\{\w+\}/g)].map(([parameter]) => {
    const upToIt = operation.path.slice(0, operation.path.indexOf(parameter) + parameter.length);
    const kind = inPaths.find(([end]) => upToIt.endsWith(end))?.[1];
    if (!kind) throw notUnderstood(operation, parameter, "inPaths");
    return { parameter, kind };
  });
}

export type BodyPlace = { field: string; kind: Kind; isList: boolean; isMadeByDevice: boolean };

/** Where ids stand in what is sent. */
export function bodyPlaces(operation: Operation): BodyPlace[] {
  const shapes = operation.body?.oneOf ?? operation.body?.anyOf ?? [operation.body ?? {}];
  return shapes.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([field, schema]) => {
      const isList = schema.items?.format === "uuid";
      if (!isList && schema.format !== "uuid") {
        if (JSON.stringify(schema).includes('"uuid"')) {
          throw notUnderstood(operation, field, "bodyPlaces");
        }
        return [];
      }
      const kind = inBodies[field];
      if (!kind) throw notUnderstood(operation, field, "inBodies");
      return { field, kind, isList, isMadeByDevice: field === "_id" || field === "submissionId" };
    }),
  );
}

/** Ids that nobody has. */
export function nobodysIds(ids: Ids): Ids {
  return Object.fromEntries(Object.keys(ids).map((kind) => [kind, randomUUID()])) as Ids;
}

function notUnderstood({ name }: Operation, parameter: string, where: string): Error {
  return new Error(
    `${name} has ${parameter}, of which server/testing/documented-operations.ts does not know whose ` +
      `it is or how to fill it: say so in its ${where}, or no test tries it with another practice's`,
  );
}
