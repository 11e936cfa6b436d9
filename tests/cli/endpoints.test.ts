import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { startReceiver, verifyDelivery } from "../webhooks/receiver.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";

let waypost: OwnDaemon;
let receiver: ReturnType<typeof startReceiver>;
let failing = false;
beforeAll(async () => {
  waypost = await startTestDaemon();
  receiver = startReceiver(() => new Response("the answer", { status: failing ? 500 : 200 }));
});
beforeEach(() => {
  failing = false;
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.stop();
  await waypost.stop();
});

const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const run = (...args: string[]) => runCli(args, { env: env() });
// biome-ignore lint/suspicious/noExplicitAny: each command has its own shape
const json = async (...args: string[]): Promise<any> => JSON.parse((await run(...args, "--json")).stdout);
const create = (...args: string[]) => json("endpoints", "create", receiver.url, ...args);

test("an endpoint is made, shown, changed and deleted", async () => {
  const more = ["--include", "message,files", "--file-bytes", "1000"];
  const made = await create("--events", "message.new", "--header", "X-Team=support", "--rate", "50", ...more);
  expect(made).toMatchObject({
    ...{ filterTypes: ["message.new"], include: ["message", "files"], file_bytes: 1000 },
    rate_per_second: 50,
    headers: { "x-team": "********" },
  });
  const changed = await json(
    "endpoints",
    "update",
    made.id,
    "--events",
    "all",
    "--rate",
    "none",
    "--concurrency",
    "1",
  );
  expect(changed).toMatchObject({
    filterTypes: null,
    rate_per_second: null,
    concurrency: 1,
    url: receiver.url,
  });
  expect((await run("endpoints", "get", made.id)).stdout).toContain("headers\tx-team\n");
  expect(await run("endpoints", "delete", made.id, "--yes")).toMatchObject({ code: 0, stdout: "" });
  expect((await run("endpoints", "get", made.id)).code).toBe(3);
});

test("an endpoint gets some events of its format alone, and signs by a secret that is given", async () => {
  const keys = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`);
  const some = ["--format", "waha", "--format-events", "message,message.edited"];
  const made = await create(...some, "--secret", keys[0] ?? "");
  expect(made).toMatchObject({ format_events: ["message", "message.edited"], secret: keys[0] });
  expect((await run("endpoints", "get", made.id)).stdout).toContain(
    "format_events\tmessage,message.edited\n",
  );
  const changed = await json("endpoints", "update", made.id, "--format-events", "all");
  expect(changed.format_events).toBeNull();
  const rotate = ["endpoints", "rotate", made.id, "--secret", "-", "--json"];
  const rotated = await runCli(rotate, { env: env(), stdin: `${keys[1]}\n` });
  expect(JSON.parse(rotated.stdout).secret).toBe(keys[1]);
  await run("endpoints", "delete", made.id, "--yes");
});

test.each([
  [["endpoints", "update", "ep_1"], "say what to change"],
  [["endpoints", "update", "ep_1", "--rate", "fast"], "--rate must be a whole number or 'none'"],
  [
    ["endpoints", "update", "ep_1", "--include", "password"],
    "--include takes message, contact, files or none",
  ],
  [["endpoints", "update", "ep_1", "--header", "secret-without-name"], "--header must look like name=value"],
])("%p is refused before anything is sent", async (args, message) => {
  const { code, stderr } = await run(...args);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test("paused, it is sent nothing; resumed, it is sent what waited", async () => {
  const { id } = await create("--events", "conversation.updated");
  expect(await json("endpoints", "pause", id)).toMatchObject({ enabled: false });
  expect((await run("endpoints", "list")).stdout).toContain(`${id}\tpaused\t`);
  const event = ["org", "conversation.updated", '{"conversation_id":"cv_1"}'];
  await waypost.sql`
    select emit_events(array[row(${waypost.organizationId}, null, ${event[1] ?? ""}, ${event[2] ?? ""})::event_input])`;
  expect(receiver.received).toHaveLength(0);
  expect(await json("endpoints", "resume", id)).toMatchObject({ enabled: true });
  await until(() => receiver.received.length > 0);
  await run("endpoints", "delete", id, "--yes");
});

test("rotated, the old secret verifies along with the new one", async () => {
  const { id, secret: before } = await create();
  const { secret, previous_secret_expires_at } = await json("endpoints", "rotate", id, "--overlap", "1h");
  expect(Date.parse(previous_secret_expires_at)).toBeGreaterThan(Date.now() + 3_500_000);
  expect((await run("endpoints", "test", id)).code).toBe(0);
  const [received] = receiver.received;
  if (received === undefined) throw new Error("nothing came");
  verifyDelivery(before, received);
  verifyDelivery(secret, received);
  await run("endpoints", "delete", id, "--yes");
});

test("a test shows what the endpoint answered: 5 when it did not take it", async () => {
  const { id } = await create();
  expect(await json("endpoints", "test", id, "--event", "template.status_update")).toMatchObject({
    status: "succeeded",
    event_type: "template.status_update",
    trigger: "test",
    response_status: 200,
    response_body: "the answer",
  });
  failing = true;
  const refused = await run("endpoints", "test", id);
  expect(refused.code).toBe(5);
  expect(refused.stdout).toContain("answer\t500\n");
  expect(refused.stderr).toContain("the delivery failed: the endpoint responded with 500");
  await run("endpoints", "delete", id, "--yes");
});

test("a triggered event goes to all that subscribe to it; 5 when one does not take it", async () => {
  const [first, second] = [await create("--events", "message.new"), await create()];
  const other = await create("--events", "contact.updated");
  const { data } = await json("trigger", "message.new", "--wait");
  expect(data.map((one: { endpoint_id: string }) => one.endpoint_id).sort()).toEqual(
    [first.id, second.id].sort(),
  );
  failing = true;
  expect((await run("trigger", "message.new", "--wait")).code).toBe(5);
  const override = ["--override", "from_phone=4915112345678", "--override", "sequence=5"];
  expect((await json("trigger", "message.new", ...override)).event_type).toBe("message.new");
  expect(await run("trigger", "message.new", "--override", "form_phone=1")).toMatchObject({
    ...{ code: 3, stderr: expect.stringContaining("the event has no such field") },
  });
  expect(await run("trigger", "message.nwe")).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("message.new,"),
  });
  for (const { id } of [first, second, other]) await run("endpoints", "delete", id, "--yes");
});

test("deliveries are listed, shown and retried", async () => {
  const { id } = await create();
  failing = true;
  await run("endpoints", "test", id);
  const { data } = await json("deliveries", "list", "--endpoint", id, "--status", "failed", "--since", "1h");
  expect(data).toMatchObject([{ endpoint_id: id, status: "failed", response_status: 500 }]);
  expect((await run("deliveries", "get", data[0].id)).stdout).toContain("answer_body\tthe answer\n");
  failing = false;
  const retried = await run("deliveries", "retry", data[0].id, "--wait");
  expect(retried).toMatchObject({ code: 0, stdout: expect.stringContaining("\tsucceeded\t") });
  await run("endpoints", "delete", id, "--yes");
});

/** An endpoint that has failed to take these events. */
async function missed(count: number): Promise<string> {
  failing = true;
  return await delivered(count).finally(() => {
    failing = false;
  });
}

/** How many first attempts have no result yet. */
async function unnoted(): Promise<number> {
  const rows = await waypost.sql`
    select from deliveries as stored cross join lateral each_delivery(stored) as delivery
    where delivery.attempt = 1 and delivery.status = 'pending'`;
  return rows.length;
}

/** An endpoint to which so many events were delivered, whatever it made of them. */
async function delivered(count: number): Promise<string> {
  const { id } = await create("--events", "message.sent");
  receiver.received.length = 0;
  await waypost.sql`
    select emit_events(array_agg(row(${waypost.organizationId}, null, 'message.sent', '{"n":1}')::event_input))
    from generate_series(1, ${count}::integer)`;
  await until(() => receiver.received.length >= count);
  await until(async () => (await unnoted()) === 0);
  receiver.received.length = 0;
  return id;
}

test("a replay is counted, then made and followed to its end", async () => {
  const id = await missed(8);
  const range = ["deliveries", "replay", "--since", "1h", "--endpoint", id, "--events", "message.sent"];
  const counted = await run(...range, "--dry-run");
  expect(counted).toMatchObject({
    code: 0,
    stdout: "matched\t8\n",
    stderr: "8 deliveries would be made.\n",
  });
  expect(receiver.received).toHaveLength(0);
  const made = await run(...range, "--json");
  expect(made.code).toBe(0);
  expect(made.stderr).toContain("8 deliveries will be made.\n");
  expect(JSON.parse(made.stdout)).toMatchObject({ status: "done", matched: 8, succeeded: 8, exhausted: 0 });
  expect(receiver.received.length).toBe(8);
  expect((await run(...range)).stderr).toContain("Nothing to redeliver.");
  await run("endpoints", "delete", id, "--yes");
});

test("on a terminal a replay asks first, and nothing is sent without a yes", async () => {
  const since = new Date().toISOString();
  // of what was taken nothing is delivered again by itself meanwhile, however long this takes
  const id = await delivered(3);
  const command = ["deliveries", "replay", "--since", since, "--endpoint", id, "--status", "all"];
  for (const key of ["\r", "\u0003", "\u0004"]) {
    const refused = runCliInTerminal(command, { env: env() });
    await refused.until("3 deliveries will be made.");
    await refused.until("[y/N]");
    refused.type(key);
    expect(await refused.exited).toBe(130);
  }
  expect(receiver.received).toHaveLength(0);
  const agreed = runCliInTerminal(command, { env: env() });
  await agreed.until("[y/N]");
  agreed.type("y\r");
  expect(await agreed.exited).toBe(0);
  expect(receiver.received).toHaveLength(3);
  await run("endpoints", "delete", id, "--yes");
});
