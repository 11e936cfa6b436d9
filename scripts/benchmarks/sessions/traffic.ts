/** Every session sends and receives while connections drop and the daemon restarts; both sides are counted. */
import { connect } from "../../../db/connection/client.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import { type Paired, type SandboxClient, untilAllConnected } from "./pairing.ts";

export type Traffic = {
  sent: number;
  received: number;
  drops: number;
  seconds: number;
  lost: number;
  repeated: number;
};

type Counts = { distinct: number; repeated: unknown[] };

const LONGEST_WAIT_MS = 300_000;

/** Sends `each` messages from each number, and to each: half of them before a restart, half after it. */
export async function measureTraffic(
  stage: Stage,
  sandbox: SandboxClient,
  paired: Paired[],
  each: number,
): Promise<Traffic> {
  const counts = () => sandbox<Counts>("GET", "people/counts");
  const before = await counts();
  const inboundBefore = await inbound(stage);
  const startedAt = performance.now();
  const half = Math.ceil(each / 2);
  await exchange(stage, sandbox, paired, half);
  let drops = 0;
  for (const { number } of paired.filter((_, index) => index % 3 === 0)) {
    await sandbox("POST", "faults", { fault: "drop", number });
    drops += 1;
  }
  await stage.restartDaemon();
  await exchange(stage, sandbox, paired, each - half);
  await untilAllConnected(stage, paired);
  const total = each * paired.length;
  const isComplete = async () =>
    (await counts()).distinct - before.distinct >= 2 * total &&
    (await inbound(stage)) - inboundBefore >= total;
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  while (!(await isComplete()) && Date.now() < giveUpAt) await Bun.sleep(500);
  const after = await counts();
  const received = (await inbound(stage)) - inboundBefore;
  return {
    sent: total,
    received,
    drops,
    seconds: rounded((performance.now() - startedAt) / 1000),
    lost: 2 * total - (after.distinct - before.distinct) + (total - received),
    repeated: after.repeated.length - before.repeated.length,
  };
}

/** Each number has a customer of its own, who is written to and writes. */
async function exchange(
  stage: Stage,
  sandbox: SandboxClient,
  paired: Paired[],
  count: number,
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const messages = paired.map(({ channelId, number }) => ({
      ...{ channel_id: channelId, to: customerOf(number), type: "text" },
      content: { body: `message ${index}` },
    }));
    await stage.daemon.api("POST", "/v1/messages/batch", { messages });
    await Promise.all(
      paired.map(({ number }) =>
        sandbox("POST", `phones/${customerOf(number)}/messages`, {
          to: number,
          content: { body: `answer ${index}` },
        }),
      ),
    );
  }
}

function customerOf(number: string): string {
  return number.replace(/^15557/, "14157");
}

async function inbound({ daemonDatabaseUrl }: Stage): Promise<number> {
  const sql = connect(daemonDatabaseUrl, { max: 1 });
  try {
    const [row] = await sql<{ count: number }[]>`
      select count(*) as count from messages where direction = 'inbound'`;
    return row?.count ?? 0;
  } finally {
    await sql.end();
  }
}
