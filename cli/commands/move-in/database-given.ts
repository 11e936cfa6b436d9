import { usageFailure } from "../../lib/failures/failure.ts";
import { readInputLine } from "../../lib/input/stdin.ts";

/** The URL that --database names; it has a password in it, so `-` reads it from standard input. */
export async function databaseGiven(given: string): Promise<string> {
  const url = given === "-" ? (await readInputLine()).trim() : given;
  if (/^(postgres(ql)?|mysql|mariadb):\/\//.test(url)) return url;
  // not repeated: there may be a password in it
  throw usageFailure(
    "--database: this is no URL of a database",
    "Such as postgres://user:password@host:5432/name",
  );
}
