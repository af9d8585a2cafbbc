// Reads rows in Drizzle's format, with a plan that is made once per query. Drizzle inspects every
// column of every row: reading fifty leads took longer than finding them.
import { Column, getTableName, is, SQL, Subquery } from "drizzle-orm";

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = Column | SQL | SQL.Aliased | Subquery;

/** What a prepared Drizzle query knows about its result; the types hide it. */
type Prepared = {
  fields?: { path: string[]; field: Field }[];
  /** Tables that a left join may leave unmatched are `false`. */
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown[];
};

/** The same query, with rows read by a plan. */
export function readByPlan<Query>(query: Query): Query {
  const prepared = query as Prepared;
  const { fields, joinsNotNullableMap } = prepared;
  if (!fields || prepared.customResultMapper) return query;
  const readRow = rowReader(fields, joinsNotNullableMap);
  prepared.customResultMapper = (rows) => rows.map(readRow);
  return query;
}

type Leaf = { name: string; index: number; decoder: Decoder };
/** `isNull`: the group's table had no match in the join, as its first column tells. */
type Group = { name: string; leaves: Leaf[]; isNull: (row: unknown[]) => boolean };

function rowReader(
  fields: NonNullable<Prepared["fields"]>,
  joinsNotNullableMap: Prepared["joinsNotNullableMap"],
): (row: unknown[]) => unknown {
  const leaves: Leaf[] = [];
  const groups: Group[] = [];
  for (const [index, { path, field }] of fields.entries()) {
    const [name = "", inner, ...deeper] = path;
    if (deeper.length > 0) throw new Error(`No plan for ${path.join(".")}`);
    if (inner === undefined) {
      leaves.push({ name, index, decoder: decoderOf(field) });
      continue;
    }
    const leaf = { name: inner, index, decoder: decoderOf(field) };
    const group = groups.find((one) => one.name === name);
    if (group) {
      group.leaves.push(leaf);
      continue;
    }
    const own = fields.filter((one) => one.path[0] === name);
    groups.push({ name, leaves: [leaf], isNull: nullTest(fields, own, joinsNotNullableMap) });
  }
  return (row) => {
    const read = readLeaves(leaves, row);
    for (const group of groups) {
      read[group.name] = group.isNull(row) ? null : readLeaves(group.leaves, row);
    }
    return read;
  };
}

function readLeaves(leaves: Leaf[], row: unknown[]): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const { name, index, decoder } of leaves) {
    const value = row[index];
    read[name] = value === null ? null : decoder.mapFromDriverValue(value);
  }
  return read;
}

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return decoderIn(field);
  return decoderIn(is(field, Subquery) ? field._.sql : field.sql);
}

function decoderIn(part: SQL): Decoder {
  return (part as unknown as { decoder: Decoder }).decoder;
}

function nullTest(
  fields: NonNullable<Prepared["fields"]>,
  own: NonNullable<Prepared["fields"]>,
  joinsNotNullableMap: Prepared["joinsNotNullableMap"],
): Group["isNull"] {
  const columns = own.filter((one) => is(one.field, Column));
  const tables = new Set(columns.map((one) => getTableName((one.field as Column).table)));
  const [table] = tables;
  const [first] = columns;
  const canBeNull =
    joinsNotNullableMap && first && table && tables.size === 1 && !joinsNotNullableMap[table];
  if (!canBeNull) return () => false;
  const index = fields.indexOf(first);
  return (row) => row[index] === null;
}
