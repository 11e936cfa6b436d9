/** Long jobs keep neither other organisations' jobs waiting, nor those that somebody waits for. */
import { afterEach, expect, test } from "bun:test";
import pino from "pino";
import type { Worker } from "../../daemon/lanes/worker.ts";
import { startWorkers } from "../../daemon/lanes/workers.ts";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { requestSync } from "../../db/templates/syncs.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

const log = pino({ level: "silent" });
const waypost = ownDaemon({ config: { role: ["api"] } });
let worker: Worker | undefined;
afterEach(async () => await worker?.stop());

async function syncs(organizationId: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++)
    await requestSync(waypost.sql, { organizationId, id: `syn_${crypto.randomUUID()}`, channelId: null });
}

test("of an organisation with many synchronisations one runs at a time, and another's begins beside it", async () => {
  const wishes = { name: "Quiet", email: "quiet@example.com" };
  const quiet = (await addOrganization(waypost.sql, waypost.secrets, wishes)).organization_id;
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const began: string[] = [];
  async function template_sync({ organizationId }: { organizationId: string }): Promise<void> {
    began.push(organizationId);
    await isHeld;
  }
  await syncs(waypost.organizationId, 12);
  await syncs(quiet, 1);
  worker = await startWorkers(waypost.databaseUrl, [{ template_sync }], log);
  await until(() => began.includes(quiet));
  expect(began).toEqual([waypost.organizationId, quiet]);
  free();
  await until(() => began.length === 13);
});

test("jobs of one group run while those of another have all the places", async () => {
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const shorts = Promise.withResolvers<void>();
  let begun = 0;
  const long = async () => {
    begun += 1;
    await isHeld;
  };
  const short = async () => shorts.resolve();
  await waypost.sql`select graphile_worker.add_job('long') from generate_series(1, 8)`;
  worker = await startWorkers(waypost.databaseUrl, [{ short }, { long }], log);
  await until(() => begun === 4);
  await waypost.sql`select graphile_worker.add_job('short')`;
  await shorts.promise;
  free();
  await until(() => begun === 8);
});
