/** `waypost sandbox phone`: a phone that pairs, is written to and answers. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Sandbox, startSandbox } from "../../daemon/sandbox/start.ts";
import { trust } from "../../daemon/sandbox/whatsapp-web/wire/trust.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

const OWN = "15557030001";
const CUSTOMER = "14155570302";

const files = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response("%PDF-1.4", { headers: { "content-type": "application/pdf" } }),
});

let sandbox: Sandbox;
let daemon: OwnDaemon;
let env: Record<string, string>;
let channelId: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  if (sandbox.web !== null) trust(sandbox.web.certificate);
  const { WAYPOST_WA_WEB_URL: webSocketUrl = "", WAYPOST_WA_ROOT_KEY: webRootKey = "" } = sandbox.environment;
  daemon = await startTestDaemon({
    config: { webSocketUrl, webRootKey, allowPrivateHosts: [`127.0.0.1:${files.port}`] },
  });
  env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key, WAYPOST_SANDBOX_URL: sandbox.graph.url };
  const created = { platform: "whatsapp_unofficial", name: "Paired" };
  channelId = (await daemon.call("POST", "/v1/channels", created)).body.id;
  await daemon.call("POST", `/v1/channels/${channelId}/connect`);
});
afterAll(async () => {
  await daemon.stop();
  await sandbox.stop();
  await files.stop(true);
});

test("it scans the code of a channel, which is connected then", async () => {
  const run = runCliInTerminal(["channels", "pair", channelId], { env, rows: 50 });
  const phone = await runCli(["sandbox", "phone", OWN, "--scan", channelId, "--once"], { env });
  expect(phone).toMatchObject({ code: 0, stderr: "Linked.\n" });
  expect(await run.exited).toBe(0);
});

test("a phone that wants a passkey: the pairing says what to do, and the code is confirmed with a command", async () => {
  const created = { platform: "whatsapp_unofficial", name: "Asked" };
  const { id } = (await daemon.call("POST", "/v1/channels", created)).body;
  await daemon.call("POST", `/v1/channels/${id}/connect`);
  const run = runCliInTerminal(["channels", "pair", id], { env, rows: 50, columns: 200 });
  const number = "15557030009";
  const scan = ["sandbox", "phone", number, "--passkey", "--scan", id, "--once"];
  const phone = await runCli(scan, { env });
  expect(phone.code).toBe(0);
  expect(phone.stderr).toContain("Continue on WhatsApp Web");
  await run.until("confirm it there, and on the page or with");
  const [, code = ""] = /--code ([0-9A-Z-]{9})/.exec(phone.stderr) ?? [];
  const wrong = await runCli(["channels", "passkey", id, "--code", "1111-1111"], { env });
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toContain("this is not the code that is shown here");
  expect((await runCli(["channels", "passkey", id, "--code", code], { env })).code).toBe(0);
  expect(await run.exited).toBe(0);
});

test("it shows what it gets and sends the lines that are typed", async () => {
  const phone = runCliInTerminal(["sandbox", "phone", CUSTOMER], { env });
  await phone.until("Ctrl-C stops");
  const { body } = await daemon.call("POST", "/v1/messages", {
    channel_id: channelId,
    to: CUSTOMER,
    type: "text",
    content: { body: "Your order is ready" },
  });
  await phone.until("Your order is ready");
  await daemon.until(body.id, "read");
  phone.type("On my way\r");
  await phone.until("→");
  const inbound = async () =>
    (await daemon.call("GET", `/v1/messages?channel_id=${channelId}&direction=inbound`)).body.data;
  await until(async () => (await inbound()).length > 0);
  expect((await inbound())[0].content).toEqual({ body: "On my way" });
  phone.type("\x03");
  expect(await phone.exited).toBe(130);
});

test("a file is shown as one, once for each status", async () => {
  const phone = runCliInTerminal(["sandbox", "phone", CUSTOMER], { env });
  await phone.until("Ctrl-C stops");
  const { body } = await daemon.call("POST", "/v1/messages", {
    channel_id: channelId,
    to: CUSTOMER,
    type: "document",
    content: { media_url: `http://127.0.0.1:${files.port}/invoice.pdf`, caption: "Your invoice" },
  });
  await daemon.until(body.id, "read");
  await phone.until("\u001b[2mread");
  phone.type("\x03");
  expect(await phone.exited).toBe(130);
  const lines = (await linesOf(phone.screen())).filter((line) => line.includes("[document] Your invoice"));
  expect(lines).toHaveLength(new Set(lines.map((line) => line.split("  ").at(-1))).size);
});

test.each([
  [["1", "--once"], 2, "not a phone number"],
  [[CUSTOMER, "--scan", "nonsense", "--once"], 3, "QR"],
  [[CUSTOMER, "--once", "--sandbox-url", "http://127.0.0.1:1", "--text", "Hi"], 4, "waypostd sandbox"],
])("%p ends with exit code %p", async (args, code, message) => {
  expect(await runCli(["sandbox", "phone", ...args], { env })).toMatchObject({
    code,
    stderr: expect.stringContaining(message),
  });
});

test("numbers are looked up, and a channel is changed and deleted", async () => {
  const numbers = ["--phone", CUSTOMER, "--phone", "15550000102"];
  const found = await runCli(["channels", "lookup", channelId, ...numbers, "--json"], { env });
  const [customer] = JSON.parse(found.stdout).data;
  expect(customer).toMatchObject({ phone: CUSTOMER, exists: true, wa_id: CUSTOMER });
  const settings = '{"quiet_hours":null}';
  const changed = await runCli(
    ["channels", "update", channelId, "--name", "Sales", "--settings", settings, "--json"],
    { env },
  );
  expect(JSON.parse(changed.stdout)).toMatchObject({ name: "Sales" });
  expect(await runCli(["channels", "delete", channelId], { env })).toMatchObject({ code: 2 });
  expect(await runCli(["channels", "delete", channelId, "--yes"], { env })).toMatchObject({ code: 0 });
  expect((await daemon.call("GET", `/v1/channels/${channelId}`)).status).toBe(404);
});

test("what it would write to an official number is refused, with what does so", async () => {
  const words = ["sandbox", "phone", CUSTOMER, "--to", "15550990100", "--once"];
  for (const what of [["--text", "Is it ready?"], ["--call"]]) {
    const run = await runCli([...words, ...what], { env });
    expect(run.code).toBe(3);
    expect(run.stderr).toContain(`waypost sandbox inbound --from ${CUSTOMER} --phone-number-id`);
  }
});
