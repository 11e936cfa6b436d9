/**
 * A paired number as a user sees it: the QR code is read from the terminal's screen and scanned by a phone, messages go
 * both ways, and a daemon that was killed continues without a new code.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Sandbox, startSandbox } from "../../daemon/sandbox/start.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { qrShownBy } from "../cli/qr-screen.ts";
import { runCli, runCliInTerminal } from "../cli/run-cli.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";

const OWN = "15557040001";
const CUSTOMER = "14155570401";
const COLUMNS = 100;
const ROWS = 45;

describe.each([
  ["ws", false],
  ["wss with a self-signed certificate", true],
])("over %s", (_, tls) => {
  const port = freePort();
  let sandbox: Sandbox;
  let site: Site;
  let daemon: DaemonProcess;
  let env: Record<string, string>;
  let channelId = "";

  beforeAll(async () => {
    sandbox = await startSandbox({ tls });
    site = await prepareSite(port, {});
    daemon = await site.start(port, sandbox.environment);
    env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: site.key, WAYPOST_SANDBOX_URL: sandbox.graph.url };
  });
  afterAll(async () => {
    await site.stop();
    await sandbox.stop();
  });

  test("the QR code on the screen, scanned by a phone, connects the number", async () => {
    const pairing = runCliInTerminal(["channels", "pair"], { env, columns: COLUMNS, rows: ROWS });
    const shown = await qrShownBy(pairing, COLUMNS, ROWS);
    const scanned = await runCli(["sandbox", "phone", OWN, "--scan", shown, "--once"], { env });
    expect(scanned.code).toBe(0);
    expect(await pairing.exited).toBe(0);
    expect(pairing.screen()).toContain(`+${OWN}`);
    channelId = /ch_[0-9A-Z]{26}/.exec(pairing.screen())?.[0] ?? "";
  });

  test("a text is delivered and read", async () => {
    expect(await send("before the kill")).toBe("read");
  });

  test("a reply arrives as message.new", async () => {
    const replied = await runCli(["sandbox", "phone", CUSTOMER, "--text", "a reply", "--to", OWN, "--once"], {
      env,
    });
    expect(replied.code).toBe(0);
    const events = ["events", "list", "--events", "message.new", "--json"];
    let event: { body: { message_id: string } } | undefined;
    while (event === undefined) [event] = JSON.parse((await runCli(events, { env })).stdout).data;
    const message = await runCli(["messages", "get", event.body.message_id, "--json"], { env });
    expect(JSON.parse(message.stdout)).toMatchObject({ content: { body: "a reply" }, channel_id: channelId });
  });

  test("killed with -9, it connects again without a code and sends each message once", async () => {
    await daemon.kill("SIGKILL");
    daemon = await site.start(port, sandbox.environment);
    expect(await send("after the kill")).toBe("read");
    const response = await fetch(`${sandbox.graph.url}/sandbox/phones/${CUSTOMER}/counts`);
    expect(await response.json()).toMatchObject({ total: 2, distinct: 2, unreadable: 0 });
  });

  async function send(text: string): Promise<string> {
    const sent = await runCli(
      [
        "send",
        "--to",
        CUSTOMER,
        "--text",
        text,
        "--channel",
        channelId,
        "--wait",
        "read",
        "--timeout",
        "25s",
        "--json",
      ],
      { env },
    );
    expect(sent.stderr).not.toContain("error");
    return JSON.parse(sent.stdout).status;
  }
});
