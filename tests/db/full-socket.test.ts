import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

/** A connection that says after each write that it takes nothing more for now. */
function fullSocket(): Promise<Socket> {
  const { hostname, port } = new URL(database.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket)).once("error", reject);
    const write = socket.write;
    Object.assign(socket, {
      write: (...chunk: unknown[]) => {
        Reflect.apply(write, socket, chunk);
        return false;
      },
    });
  });
}

test("a transaction that begins while its socket is full has the connection to itself", async () => {
  const sql = postgres(database.url, { max: 2, socket: fullSocket } as object);
  const lengthOf = (text: string) => sql<{ length: number }[]>`select length(${text}) as length`.execute();
  // only a prepared query is written together with what follows it
  await Promise.all([lengthOf("a"), lengthOf("b")]);
  // around 900 bytes the driver's buffer is written in the middle of such a pair
  for (let size = 800; size < 1000; size += 5) {
    const transaction = () =>
      sql.begin((tx) => tx<{ id: string }[]>`select pg_current_xact_id()::text as id`);
    const text = "x".repeat(size);
    const [first, second, [began]] = await Promise.all([lengthOf(text), lengthOf(text), transaction()]);
    expect([first[0]?.length, second[0]?.length]).toEqual([size, size]);
    expect(began?.id).toBeString();
  }
  await sql.end();
});
