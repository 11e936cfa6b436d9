/** Batches of one organisation leave room for another's, however many it sends at a time. */
import { expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();

/** How many are being stored, and wait for the lock that keeps them from it. */
async function storing(): Promise<number> {
  const rows = await waypost.sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%accept_batch%'`;
  return rows.length;
}

test("of many batches of one organisation one is stored at a time, and another's goes beside them", async () => {
  const made = await addOrganization(waypost.sql, waypost.secrets, { name: "Quiet", email: "q@example.com" });
  const quiet = caller(waypost.url, made.api_key);
  const message = {
    channel_id: waypost.channelId,
    to: "4915112345678",
    type: "text",
    content: { body: "Hi" },
  };
  const key = { "idempotency-key": "quiet" };
  const batches = await waypost.sql.begin(async (transaction) => {
    // however long it takes until they wait
    await transaction`set local idle_in_transaction_session_timeout = 0`;
    await transaction`lock table messages, idempotency_keys`;
    const loud = Array.from({ length: 6 }, () =>
      waypost.call("POST", "/v1/messages/batch", { messages: [message] }),
    );
    await until(async () => (await storing()) === 1);
    const other = quiet("POST", "/v1/messages/batch", { messages: [message] }, key);
    await until(async () => (await storing()) === 2);
    return { all: [...loud, other] };
  });
  const answers = await Promise.all(batches.all);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
