import type { Command } from "commander";
import type { Sql } from "../../../db/connection/client.ts";
import { listFailedWebhooks, retryFailedWebhooks } from "../../../db/inbound/failed.ts";
import { showFailedWebhook } from "../../inbound/failed-record.ts";
import { table } from "../../lib/table.ts";
import { withDatabase } from "../with-database.ts";

/** Calls that name no channel, or those of several organisations, belong to the machine's operator. */
const NOBODYS = { organizationId: null, channelIds: null };
const MOST_LISTED = 1000;
const MOST_AT_ONCE = 1000;

/** `waypostd inbound`: what came in for no organisation, and could not be processed. */
export function inboundCommands(program: Command): void {
  const inbound = program
    .command("inbound")
    .description("manage failed inbound calls that belong to no organisation's channel");
  inbound
    .command("list")
    .description(
      `list failed calls, at most the newest ${MOST_LISTED}; for those of an organisation: waypost inbound list`,
    )
    .option("--json", "print JSON")
    .action(({ json }: { json?: boolean }) => withDatabase(async ({ sql }) => print(sql, json === true)));
  inbound
    .command("retry")
    .description("retry one call, or all")
    .argument("[id]", "one of the list")
    .option("--all", "all of them")
    .action((id: string | undefined, { all = false }: { all?: boolean }) =>
      withDatabase(async ({ sql }) => {
        if ((id === undefined) !== all) throw new Error("give an id, or --all; see: waypostd inbound list");
        const retried = id === undefined ? await retryAll(sql) : await retryOne(sql, id);
        process.stdout.write(`${retried} will be retried\n`);
      }),
    );
}

async function retryOne(sql: Sql, id: string): Promise<number> {
  const { retried } = await retryFailedWebhooks(sql, NOBODYS, { id });
  if (retried === 0) throw new Error(`there is no failed call ${id}; see: waypostd inbound list`);
  return retried;
}

/** Up to the newest that there is now: calls that fail again meanwhile are not retried. */
async function retryAll(sql: Sql): Promise<number> {
  const [newest] = await listFailedWebhooks(sql, NOBODYS, null, 1);
  if (newest === undefined) return 0;
  let total = 0;
  while (true) {
    const step = await retryFailedWebhooks(sql, NOBODYS, { upTo: newest.id, most: MOST_AT_ONCE });
    total += step.retried;
    if (step.remaining === 0 || step.retried === 0) return total;
  }
}

async function print(sql: Sql, json: boolean): Promise<void> {
  const rows = (await listFailedWebhooks(sql, NOBODYS, null, MOST_LISTED)).map(showFailedWebhook);
  if (json) process.stdout.write(`${JSON.stringify({ data: rows })}\n`);
  else {
    const lines = rows.map((row) => [
      row.id,
      row.received_at,
      row.provider,
      `${row.bytes} bytes`,
      // it may quote what came in
      row.reason.replace(/\p{Cc}/gu, " "),
    ]);
    process.stdout.write(table(["id", "received", "provider", "size", "reason"], lines));
  }
}
