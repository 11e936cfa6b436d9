/** How fast one session sends for clients who post at once, and what a message costs, the database included. */
import { connect } from "../../../db/connection/client.ts";
import type { LoadOptions, LoadResult } from "../load/types.ts";
import { runProgram } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { between, workSoFar } from "../stage/work.ts";
import { rounded } from "../statistics.ts";
import type { Paired, SandboxClient } from "./pairing.ts";

/** Until all are on the phones; processor time in milliseconds a message, null where it can't be read. */
export type Clients = {
  clients: number;
  messages: number;
  perSecond: number;
  daemonMs: number | null;
  postgresMs: number | null;
};

const CLIENTS = 16;
const LONGEST_WAIT_MS = 180_000;

/** Clients post to so many people, who have been written to before. */
export async function measureClients(
  stage: Stage,
  sandbox: SandboxClient,
  { channelId }: Paired,
  messages: number,
  recipients: number,
): Promise<Clients> {
  const arrived = async () => (await sandbox<{ distinct: number }>("GET", "people/counts")).distinct;
  const { url, key, pid } = stage.daemon;
  const options: LoadOptions = {
    ...{ url, key, channelId, connections: CLIENTS, warmUpSeconds: 0, seconds: 120 },
    ...{ requests: messages, recipients, scheduledAt: null },
  };
  const sql = connect(stage.daemonDatabaseUrl, { max: 1 });
  try {
    const [before, already] = [await workSoFar(sql, [pid], false), await arrived()];
    const startedAt = performance.now();
    const { refusal } = await runProgram<LoadResult>("load/load.ts", options);
    if (refusal !== null) throw new Error(`a message was refused: ${refusal}`);
    while ((await arrived()) - already < messages) {
      if (performance.now() - startedAt > LONGEST_WAIT_MS) throw new Error("messages did not arrive");
      await Bun.sleep(50);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { daemonMs, postgresMs } = between(before, await workSoFar(sql, [pid], false));
    const each = (ms: number | null) => (ms === null ? null : rounded(ms / messages));
    return {
      ...{ clients: CLIENTS, messages, perSecond: rounded(messages / seconds) },
      ...{ daemonMs: each(daemonMs), postgresMs: each(postgresMs) },
    };
  } finally {
    await sql.end();
  }
}

/** For a person. */
export function showClients({ clients, messages, perSecond, daemonMs, postgresMs }: Clients): string {
  const cost = `${daemonMs ?? "–"} ms of the daemon and ${postgresMs ?? "–"} ms of Postgres a message`;
  return `${clients} clients post ${messages} messages: ${perSecond}/s until they are on the phones; ${cost}`;
}
