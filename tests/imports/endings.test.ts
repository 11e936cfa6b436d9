/** How imports end that failed, or were killed, in an awkward moment. */
import { expect, test } from "bun:test";
import { createRunner } from "../../daemon/imports/run/run.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createFaults } from "../support/faults.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { ended, importFile, upload } from "./support.ts";

const waypost = sharedDaemon();

test("what fails again and again at one place ends its import, and the next one comes", async () => {
  const { sql } = waypost;
  await sql`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin raise exception 'poison'; end $$`;
  await sql`
    create trigger poison before insert on contacts for each row when (new.name = 'poison')
    execute function refuse_poison()`;
  const { body: poisoned } = await upload(waypost, "phone,name\n+4915100000501,poison\n");
  const { body: next } = await upload(waypost, "phone,name\n+4915100000502,Ada\n");
  expect(await ended(waypost, next.id)).toMatchObject({ status: "completed", created: 1 });
  const job = await ended(waypost, poisoned.id);
  expect(job).toMatchObject({ status: "failed", error: expect.stringContaining("our side") });
});

test("an import that its first refused record stopped stays so, though it was killed before it was written", async () => {
  const { sql, organizationId } = waypost;
  const job = await importFile(waypost, "phone\nx\n+4915100000503\n", "?on_error=stop");
  await sql`update imports set status = 'running', error = null, finished_at = null where id = ${job.id}`;
  const run = createRunner({ sql, daemonId: "another", isStopping: () => false, log: createLog("silent") });
  const end = await run({ organization_id: organizationId, id: job.id }, new AbortController().signal);
  expect(end).toEqual({ id: job.id, status: "failed", error: job.error });
});

test("an import waits for a database that takes nothing now, however often it is tried", async () => {
  const { sql, organizationId } = waypost;
  const job = await importFile(waypost, "phone\n+4915100000504\n");
  await sql`update imports set status = 'running', finished_at = null where id = ${job.id}`;
  const faults = await createFaults(sql, "imports");
  await faults.begin("53100");
  const run = createRunner({ sql, daemonId: "another", isStopping: () => false, log: createLog("silent") });
  const attempt = () => run({ organization_id: organizationId, id: job.id }, new AbortController().signal);
  const ends = [await attempt(), await attempt(), await attempt(), await attempt()];
  await faults.end();
  expect(ends.map((end) => end.status)).toEqual(["again", "again", "again", "again"]);
});

test("an import that was begun again and again and came no further is given up, and holds up no other", async () => {
  const { sql, organizationId } = waypost;
  const { id } = await importFile(waypost, "phone\n+4915100000505\n");
  await sql`update imports set status = 'running', finished_at = null where id = ${id}`;
  await sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at, attempt)
    values (${organizationId}, 'import', ${organizationId}, ${id}, ${id}, now(), 20)`;
  expect(await importFile(waypost, "phone\n+4915100000506\n")).toMatchObject({ status: "completed" });
  expect(await ended(waypost, id)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("given up: it was begun 20 times"),
  });
});
