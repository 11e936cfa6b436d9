import { usageFailure } from "../../lib/failures/failure.ts";
import { readInputLine } from "../../lib/input/stdin.ts";

const KINDS = { postgres: /^postgres(ql)?:\/\//, any: /^(postgres(ql)?|mysql|mariadb):\/\// };

/** The URL that --database names; it has a password in it, so `-` reads it from standard input. */
export async function databaseGiven(given: string, kind: keyof typeof KINDS = "any"): Promise<string> {
  const url = given === "-" ? (await readInputLine()).trim() : given;
  if (KINDS[kind].test(url)) return url;
  // not repeated: there may be a password in it
  throw usageFailure(
    kind === "any" ? "--database: this is no URL of a database" : "--database: this is no URL of Postgres",
    "Such as postgres://user:password@host:5432/name",
  );
}
