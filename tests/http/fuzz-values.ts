/** Values for requests that are made of the OpenAPI document: some it allows, and everything else. */
type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  format?: string;
} & Record<string, unknown>;

/** Difficult texts: NUL, half a surrogate pair, years Postgres or JavaScript lack, paths, SQL, length. */
export const HOSTILE_TEXTS = [
  "",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "ú".repeat(300),
  "x".repeat(70_000),
  "0000-01-01T00:00:00.000Z",
  "-000001-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "9999-12-31T23:59:59.999+23:59",
  "2026-02-30T25:61:61Z",
  "Thu Nov 26 2026 10:00:00 GMT+0100 (CET)",
  "urn:uuid:01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  "../../etc/passwd",
  "';select pg_sleep(9)--",
  "%00",
  "1e309",
  "‮\ufeff",
];

const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  null,
  true,
  -1,
  2 ** 53,
  1e308,
  0.1,
  [],
  {},
  [[[[]]]],
  { toString: 1, constructor: { prototype: {} } },
  Array.from({ length: 1200 }, () => 0),
];

/** One of the values; the same for the same `turn`. */
export function hostileValue(turn: number): unknown {
  return HOSTILE_VALUES[turn % HOSTILE_VALUES.length];
}

export function hostileText(turn: number): string {
  return HOSTILE_TEXTS[turn % HOSTILE_TEXTS.length] ?? "";
}

/** Copies of a body with one thing wrong in each: every field, on each level, in turn. */
export function brokenBodies(body: unknown, turn: number): unknown[] {
  if (Array.isArray(body)) {
    const [first] = body;
    return first === undefined ? [] : brokenBodies(first, turn).map((broken) => [broken]);
  }
  if (typeof body !== "object" || body === null) return [hostileValue(turn)];
  return Object.entries(body).flatMap(([name, inner], index) => [
    { ...body, [name]: hostileValue(turn + index) },
    { ...body, [name]: hostileText(turn + index * 3) },
    ...(typeof inner === "object"
      ? brokenBodies(inner, turn + index).map((broken) => ({ ...body, [name]: broken }))
      : []),
  ]);
}

const NO_OBJECTS: readonly unknown[] = [[], ["a"], "xy", false, 7];

/** Copies of a body in each of which another thing stands where it has an object, on every level. */
export function withoutObjects(body: unknown): unknown[] {
  if (typeof body !== "object" || body === null) return [];
  const inside = Object.entries(body).flatMap(([name, inner]) =>
    withoutObjects(inner).map((broken) =>
      Array.isArray(body) ? body.with(Number(name), broken) : { ...body, [name]: broken },
    ),
  );
  return Array.isArray(body) ? inside : [...NO_OBJECTS, ...inside];
}

/** A text that a query parameter's schema allows, as far as the schema says. */
export function allowedText(schema: Schema): string {
  const [choice] = schema.enum ?? [];
  if (schema.const !== undefined) return String(schema.const);
  if (choice !== undefined) return String(choice);
  if (schema.anyOf?.[0] !== undefined) return allowedText(schema.anyOf[0]);
  if (schema.type === "integer" || schema.type === "number") return String(schema.minimum ?? 1);
  if (schema.type === "boolean") return "true";
  if (schema.format === "date-time") return "2026-11-21T09:30:00.000Z";
  return "a";
}
