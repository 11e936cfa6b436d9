/**
 * What accepting is compared with, a program of its own: it writes one row for each request, and nothing else. Requests
 * that come during a commit share the next one, as the daemon's do. It takes whatever is posted, and answers 201.
 */
import { connect } from "../../../../db/connection/client.ts";

type Request = { id: string; body: string; stored: () => void };

const sql = connect(process.env.DATABASE_URL ?? "", { max: 1 });
await sql`create table if not exists bench_rows (id uuid primary key, body text not null)`;

let waiting: Request[] = [];
let isWriting = false;

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const body = await request.text();
    const id = Bun.randomUUIDv7();
    await new Promise<void>((stored) => {
      waiting.push({ id, body, stored });
      if (!isWriting) void write();
    });
    return Response.json({ id }, { status: 201 });
  },
});
process.stdout.write(`listening at http://127.0.0.1:${server.port}\n`);

async function write(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const taken = waiting;
    waiting = [];
    const [ids, bodies] = [taken.map(({ id }) => id), taken.map(({ body }) => body)];
    await sql`insert into bench_rows select * from unnest(${ids}::uuid[], ${bodies}::text[])`;
    for (const { stored } of taken) stored();
  }
  isWriting = false;
}
