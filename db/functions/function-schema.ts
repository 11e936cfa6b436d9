import { FUNCTIONS, type SqlFile } from "./files.ts";

/** The schema that holds a version's functions: named by what is in it, so that no two versions share one that differs. */
export function functionSchemaOf(functions: readonly SqlFile[]): string {
  const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(functions)).digest("hex");
  return `waypost_functions_${hash.slice(0, 12)}`;
}

/** Where the functions of this program are. */
export const FUNCTION_SCHEMA = functionSchemaOf(FUNCTIONS);

/** The default search path of Postgres. */
const POSTGRES_DEFAULT = '"$user", public';

/** Where a session finds a version's functions, then what its own path, without Waypost, leads to: the tables. */
export function searchPath(schema: string = FUNCTION_SCHEMA, own: string = POSTGRES_DEFAULT): string {
  return `${schema}, ${own}`;
}
