/** The state of a daemon's own sandbox outlasts a kill of the daemon. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { daemonProgram } from "../support/programs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { eventually } from "../support/until.ts";
import { definition } from "../templates/support.ts";

const home = temporaryFolder("sandbox-restart");
const port = freePort();
const sandboxPort = freePort();
const url = `http://127.0.0.1:${port}`;

let database: TestDatabase;
let key: string;
let daemon: Bun.Subprocess;

beforeAll(async () => {
  database = await testDatabase();
  const init = Bun.spawn([...daemonProgram(), "init", "--json"], { env: environment(), stderr: "ignore" });
  key = JSON.parse(await init.stdout.text()).api_key;
  daemon = await start();
});
afterAll(async () => {
  await kill();
  await database.drop();
});

function environment(): Record<string, string> {
  return {
    ...{ PATH: process.env.PATH ?? "", HOME: home, WAYPOST_HOME: home, WAYPOST_LOG_LEVEL: "error" },
    ...{ WAYPOST_PORT: String(port), WAYPOST_SANDBOX_PORT: String(sandboxPort) },
    DATABASE_URL: database.url,
  };
}

async function start(): Promise<Bun.Subprocess> {
  const child = Bun.spawn([...daemonProgram(), "serve", "--sandbox"], {
    env: environment(),
    stdout: "ignore",
    stderr: "inherit",
  });
  await eventually("ready daemon", async () => {
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}`);
    return (await fetch(`${url}/v1/ready`).catch(() => null))?.ok;
  });
  return child;
}

async function kill(): Promise<void> {
  daemon.kill("SIGKILL");
  await daemon.exited;
}

type Answer = { id: string; code: string; status: string; channels: [{ id: string }] };

async function post(address: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(answer)}`);
  return answer;
}
const api = (path: string, body: object = {}) => post(`${url}/v1${path}`, body);
const control = (path: string, body: object) => post(`http://127.0.0.1:${sandboxPort}/sandbox/${path}`, body);
const get = async (path: string): Promise<Answer> => {
  const response = await fetch(`${url}/v1${path}`, { headers: { "x-api-key": key } });
  return (await response.json()) as Answer;
};

test("the templates of the sandbox's own number are there without anybody reading them", async () => {
  const found = await eventually("template", async () => {
    const { data } = (await get("/templates")) as unknown as { data: { name: string }[] };
    return data.find(({ name }) => name === "hello_world");
  });
  expect(found).toMatchObject({ status: "approved", language: "en_US" });
});

test("a number that was onboarded sends an approved template after kill -9, and its check is fine", async () => {
  const number = { id: "5001", waba_id: "77", display_phone_number: "+1 555 099 5001" };
  await control("phone_numbers", { ...number, verified_name: "Blue Door", registered: false });
  const { code } = await control("codes", { waba_ids: ["77"] });
  const [channel] = (await api("/waba/exchange-code", { code })).channels;
  await api("/waba/register-phone", { channel_id: channel.id, pin: "314159" });
  const template = await api("/templates", { ...definition("order_ready"), channel_id: channel.id });
  await api(`/templates/${template.id}/submit`);
  await eventually("approval", async () => (await get(`/templates/${template.id}`)).status === "approved");

  await kill();
  daemon = await start();

  await checked(channel.id);
  expect(await get(`/channels/${channel.id}`)).toMatchObject({ status: "connected", status_reason: null });
  const parameters = ["Ada", "4711"].map((text) => ({ type: "text", text }));
  const components = [{ type: "body", parameters }];
  const message = await api("/messages", {
    ...{ channel_id: channel.id, to: "491700000001", type: "template" },
    content: { template: { name: "order_ready", language: { code: "en_US" }, components } },
  });
  await eventually("reading", async () => (await get(`/messages/${message.id}`)).status === "read");
});

/** Has the daemon ask for the state of the number now. */
async function checked(channelId: string): Promise<void> {
  const { sql } = database;
  await sql`update channels set check_at = now() - interval '1 second' where id = ${channelId}`;
  await eventually("check", async () => {
    const [row] = await sql<{ done: boolean }[]>`
      select check_at > now() + interval '1 minute' as done from channels where id = ${channelId}`;
    return row?.done;
  });
}
