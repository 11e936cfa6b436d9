import type { Running } from "../../../daemon/start/serve.ts";
import { connect } from "../../../db/connection/client.ts";
import { ROOT } from "../run.ts";
import { say } from "./say.ts";

const NAME = "WhatsApp";

/**
 * Shows the code that pairs a first number with the real WhatsApp, until the phone has scanned it or none is left; ends
 * early when `stopped` resolves. Says which number there is instead when one was paired. `client` is the terminal
 * client's command.
 */
export async function pairFirst(
  running: Running,
  organizationId: string,
  client: string,
  stopped: Promise<unknown>,
): Promise<void> {
  const paired = await findPaired(running, organizationId);
  if (paired !== null) return say(`\n${paired} is paired already. Another one: ${client} channels pair`);
  say("\nScan the code with WhatsApp on your phone: Settings, Linked devices, Link a device.\n");
  const child = Bun.spawn([...client.split(" "), "channels", "pair", "--name", NAME], {
    ...{ cwd: ROOT, stdin: "inherit", stdout: "inherit", stderr: "inherit" },
  });
  const code = await Promise.race([child.exited, stopped.then(() => null)]);
  if (code === null) child.kill();
  else if (code !== 0) say(`\nNo number was paired. Try again: ${client} channels pair`);
}

/** The number of a paired channel that is no sandbox's; null when there is none. */
async function findPaired({ database }: Running, organizationId: string): Promise<string | null> {
  const sql = connect(database.databaseUrl, { max: 1 });
  try {
    const [row] = await sql<[{ phone_number: string }?]>`
      select phone_number from channels
      where organization_id = ${organizationId} and platform = 'whatsapp_unofficial' and not sandbox
        and deleted_at is null and phone_number is not null
      order by id limit 1`;
    return row?.phone_number ?? null;
  } finally {
    await sql.end();
  }
}
