// Finds the operations that a practice may call in the OpenAPI document, and how to call each of
// them with any practice's ids. Throws an error with an explanation for anything that it doesn't
// understand.
import { randomUUID } from "node:crypto";
import type { Ids } from "./planted-rows.ts";

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
  /** The method and path, such as `GET /api/leads/{id}`. */
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
        requestBody?: { content: { "application/json"?: { schema: Schema } } };
        responses: Record<string, { content?: Record<string, unknown> }>;
      }
    >
  >;
};

/** The kind of row that each id in a path refers to. */
const inPaths: [string, Kind][] = [
  ["/api/leads/{id}", "lead"],
  ["/api/leads/imports/{importId}", "leadImport"],
  ["/merges/{otherId}", "mergedLead"],
  ["/different-people/{otherId}", "otherLead"],
  ["/calls/{callId}", "call"],
  ["/emails/{emailId}", "mail"],
  ["/texts/{textId}", "text"],
  ["/texts/{receivedTextId}", "receivedText"],
  ["/api/templates/{id}", "template"],
  ["/api/templates/updates/{id}", "templateSet"],
  ["/api/pictures/{id}", "picture"],
  ["/api/clients/me/devices/{id}", "device"],
  ["/api/clients/me/factors/{id}", "factor"],
  ["/api/clients/me/people/{id}", "person"],
  ["/api/clients/me/people/invitations/{id}", "personInvitation"],
  ["/api/sources/{id}", "source"],
  ["/api/alerts/devices/{id}", "pushDevice"],
  ["/api/alerts/addresses/{id}", "alertAddress"],
  ["/api/alerts/{id}", "alert"],
  ["/api/office-phones/{id}", "officePhone"],
];

const inQueries: Record<string, Kind> = {
  campaign: "campaign",
  source: "source",
  assignee: "person",
  by: "person",
  client: "practice",
  cursor: "mail",
};

const inBodies: Record<string, Kind> = {
  ids: "lead",
  phoneIds: "officePhone",
  officePhoneId: "officePhone",
  leadId: "lead",
  otherId: "otherLead",
  inquiryId: "inquiry",
  accountId: "person",
  assignee: "person",
  templateId: "template",
  campaigns: "campaign",
  templates: "setTemplate",
  // The device generates this id for a new row, but the tests send an id that another practice
  // already uses.
  _id: "call",
  submissionId: "note",
};

/** Returns all operations with a practice's guard. */
export function practiceOperations({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      if (!described.security?.some((way) => "clientToken" in way)) return [];
      const body = described.requestBody?.content["application/json"]?.schema;
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

/** Returns the paths of what an owner can read, except for event streams. */
export function ownerReads({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get?.security?.some((way) => "adminToken" in way)) return [];
    const types = Object.values(get.responses).flatMap(({ content }) => Object.keys(content ?? {}));
    return types.includes("text/event-stream") ? [] : path;
  });
}

export type ReadRequest = {
  /** The kinds of ids in the request. */
  kinds: Kind[];
  /** False for a cursor, because its response differs for every id. */
  isSameForUnknownIds: boolean;
  address(ids: Ids, word: string): string;
};

/** Returns a request without parameters, and a request for each value of each parameter. */
export function readRequestsOf(operation: Operation): ReadRequest[] {
  const kinds = pathKinds(operation);
  const plain = { kinds, isSameForUnknownIds: true };
  const path = (ids: Ids) => addressOf(operation, ids);
  return [
    { ...plain, address: path },
    ...operation.queries.flatMap(({ name, schema }) =>
      (schema.anyOf ?? [schema]).flatMap((one): ReadRequest[] => {
        if (one.format === "uuid") {
          const kind = inQueries[name];
          if (!kind) throw unsupported(operation, name, "inQueries");
          const address = (ids: Ids) => `${path(ids)}?${name}=${ids[kind]}`;
          const isSameForUnknownIds = name !== "cursor";
          return [{ kinds: [...kinds, kind], isSameForUnknownIds: isSameForUnknownIds, address }];
        }
        if (name === "search" || name === "reason") {
          const address = (ids: Ids, word: string) => `${path(ids)}?${name}=${word}`;
          return [{ ...plain, address }];
        }
        // Tests request later pages with a cursor that they got in a response.
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
  if (name === "month") return ["2026-02", "2026-03"];
  if (schema.format === "date-time") return ["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"];
  const isNumber = [schema.type].flat().includes("integer");
  if (isNumber) return [schema.minimum, schema.maximum].filter(Number.isInteger).map(String);
  throw unsupported(operation, name, "readRequestsOf");
}

/** Returns whether the operation returns pages with a cursor for the next page. */
export function hasPages({ queries }: Operation): boolean {
  return queries.some(({ name }) => name === "cursor");
}

export function addressOf(operation: Operation, ids: Ids): string {
  return pathParts(operation).reduce(
    (address, { parameter, kind }) => address.replace(parameter, ids[kind]),
    operation.path.replace("{index}", "0"),
  );
}

export function pathKinds(operation: Operation): Kind[] {
  return pathParts(operation).map(({ kind }) => kind);
}

function pathParts(operation: Operation): { parameter: string; kind: Kind }[] {
  return [...operation.path.matchAll(/\{(?!index)\w+\}/g)].map(([parameter]) => {
    const prefix = operation.path.slice(0, operation.path.indexOf(parameter) + parameter.length);
    const kind = inPaths.find(([end]) => prefix.endsWith(end))?.[1];
    if (!kind) throw unsupported(operation, parameter, "inPaths");
    return { parameter, kind };
  });
}

export type BodyPlace = { field: string; kind: Kind; isList: boolean; isMadeByDevice: boolean };

/** Returns the places in the body that contain ids. */
export function bodyPlaces(operation: Operation): BodyPlace[] {
  const shapes = operation.body?.oneOf ?? operation.body?.anyOf ?? [operation.body ?? {}];
  return shapes.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([field, schema]) => {
      const isList = schema.items?.format === "uuid";
      if (!isList && schema.format !== "uuid") {
        if (JSON.stringify(schema).includes('"uuid"')) {
          throw unsupported(operation, field, "bodyPlaces");
        }
        return [];
      }
      const kind = inBodies[field];
      if (!kind) throw unsupported(operation, field, "inBodies");
      return { field, kind, isList, isMadeByDevice: field === "_id" || field === "submissionId" };
    }),
  );
}

/** Returns ids that don't belong to any row. */
export function unknownIds(ids: Ids): Ids {
  return Object.fromEntries(Object.keys(ids).map((kind) => [kind, randomUUID()])) as Ids;
}

function unsupported({ name }: Operation, parameter: string, where: string): Error {
  return new Error(
    `${name} has ${parameter}. server/testing/documented-operations.ts does not know which kind of id it ` +
      `is or how to fill it: add it to ${where}, or no test tries it with another practice's`,
  );
}
