import { expect, test } from "vitest";
import {
  bodyPlaces,
  ownerReads,
  pathKinds,
  practiceOperations,
  readRequestsOf,
} from "./documented-operations.ts";

const guarded = { security: [{ bearer: [] }, { clientToken: [] }], responses: {} };
const uuid = { type: "string", format: "uuid" };

function only(path: string, method: string, described: object) {
  const [operation] = practiceOperations({ paths: { [path]: { [method]: described } } } as never);
  if (!operation) throw new Error("The operation is not behind a practice's guard");
  return operation;
}

test("only operations with a practice's guard are practice operations", () => {
  const owners = { security: [{ bearer: [] }, { adminToken: [] }], responses: {} };
  const paths = { "/api/a": { get: guarded }, "/api/b": { get: owners }, "/api/c": { get: {} } };
  const found = practiceOperations({ paths } as never);
  expect(found.map(({ name }) => name)).toEqual(["GET /api/a"]);
});

test("an owner's reads are all GET operations with the owner's guard, except event streams", () => {
  const security = [{ bearer: [] }, { adminToken: [] }];
  const answering = (type: string) => ({
    security,
    responses: { 200: { content: { [type]: {} } } },
  });
  const paths = {
    "/api/a": { get: answering("application/json"), put: answering("application/json") },
    "/api/b": { get: answering("text/event-stream") },
    "/api/c": { get: guarded },
  };
  expect(ownerReads({ paths } as never)).toEqual(["/api/a"]);
});

test("an unknown kind of id in a path causes an error that names the operation and the id", () => {
  const added = only("/api/rooms/{roomId}", "delete", guarded);
  expect(() => pathKinds(added)).toThrow(
    /^DELETE \/api\/rooms\/\{roomId\} has \{roomId\}\. .* inPaths/,
  );
});

test.each([
  [{ name: "room", schema: uuid }, "inQueries"],
  [{ name: "room", schema: { anyOf: [{ type: "string" }, { type: "null" }] } }, "readRequestsOf"],
])(
  "a parameter that the tests can't fill in causes an error that names the parameter: %j",
  (parameter, place) => {
    const parameters = [{ ...parameter, in: "query" }];
    const added = only("/api/leads/rooms", "get", { ...guarded, parameters });
    expect(() => readRequestsOf(added)).toThrow(
      new RegExp(`^GET /api/leads/rooms has room\\. .*${place}`),
    );
  },
);

test.each([
  [{ rooms: { type: "array", items: uuid } }, "inBodies"],
  [{ room: { type: "object", properties: { id: uuid } } }, "bodyPlaces"],
])("an unknown kind of id in a body causes an error that names the id: %j", (properties, place) => {
  const requestBody = { content: { "application/json": { schema: { properties } } } };
  const added = only("/api/leads/rooms", "post", { ...guarded, requestBody });
  expect(() => bodyPlaces(added)).toThrow(new RegExp(`^POST /api/leads/rooms has room.*${place}`));
});
