/** Errors while a part is missing for a moment: nothing was changed, so the client may try again. */
import { expect, test } from "bun:test";
import { asProblem } from "../../daemon/http/failure.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

test("a statement that took too long is no mistake of ours: the client may ask again", async () => {
  const failure = await database.sql
    .begin(async (sql) => {
      await sql`set local statement_timeout = '1ms'`;
      await sql`select pg_sleep(10)`;
    })
    .catch((cause: unknown) => cause);
  expect(answered(failure)).toEqual({ status: 503, code: "database_unavailable", retryAfter: "2" });
});

test("a secret of a master key that was not read yet is none either", () => {
  const [old, rotated] = ["one", "two"].map((id, nth) => keyringOf(id, nth));
  const sealed = rotated?.encrypt("token", "channel") ?? "";
  const failure = thrownBy(() => old?.decrypt(sealed, "channel"));
  expect(answered(failure)).toEqual({ status: 503, code: "master_key_missing", retryAfter: "2" });
});

function answered(failure: unknown) {
  const { status, code, extras } = asProblem(failure, "UNKNOWN", new Request("http://localhost/"));
  return { status, code, retryAfter: extras.headers?.["retry-after"] };
}

function keyringOf(id: string, filling: number) {
  return createSecrets([{ id, key: new Uint8Array(32).fill(filling) }]);
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (cause) {
    return cause;
  }
}
