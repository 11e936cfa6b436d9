/** Arguments that are left out, on a terminal and without one. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

const waypost = sharedDaemon();
const ids: string[] = [];
beforeAll(async () => {
  for (const name of ["Blue Door", "Café\u001b[2J", "Red Door"]) {
    const { body } = await waypost.call("POST", "/v1/contacts", {
      email: `c${ids.length}@example.com`,
      name,
    });
    ids.push(body.id);
  }
});

const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });

test.each([
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
])("on a terminal of %p an id that is left out is chosen by arrows and letters", async (size) => {
  const run = runCliInTerminal(["contacts", "get", "--json", "--fields", "id"], { env: env(), ...size });
  await run.until("3 of 3");
  const lines = await linesOf(run.screen(), { cols: size.columns, rows: size.rows });
  expect(lines[0]).toStartWith("Contact: its id, or its number in any form:");
  expect(lines[1]).toBe(`> ${ids[2]} Red Door  c2@example.com`);
  expect(lines[2]).toBe(`  ${ids[1]} Café [2J  c1@example.com`);
  run.type("door");
  await run.until("2 of 3");
  run.type("\u001b[B");
  await run.until(`> ${ids[0]}`);
  run.type("\r");
  expect(await run.exited).toBe(0);
  const shown = await linesOf(run.screen(), { cols: size.columns, rows: size.rows });
  expect(shown.join("\n").trim()).toBe(JSON.stringify({ id: ids[0] }, null, 2));
});

test("keys that come faster than Ink draws count, and leave nothing on the screen", async () => {
  const run = runCliInTerminal(["contacts", "get", "--json", "--fields", "id"], { env: env() });
  await run.until("3 of 3");
  run.type("door");
  await run.until("2 of 3");
  run.type("\u001b[B");
  run.type("\r");
  expect(await run.exited).toBe(0);
  expect((await linesOf(run.screen())).join("\n").trim()).toBe(JSON.stringify({ id: ids[0] }, null, 2));
});

test("deleting what was chosen asks first", async () => {
  const run = runCliInTerminal(["contacts", "delete"], { env: env() });
  await run.until("3 of 3");
  run.type("Blue");
  await run.until("1 of 3");
  run.type("\r");
  await run.until("[y/N]");
  run.type("n\r");
  expect(await run.exited).toBe(130);
  expect((await waypost.call("GET", `/v1/contacts/${ids[0]}`)).status).toBe(200);
});

test.each(["\u0003", "\u001b"])("%j leaves with 130 and a clean terminal", async (key) => {
  const run = runCliInTerminal(["channels", "get"], { env: env() });
  await run.until("1 of 1");
  run.type(key);
  expect(await run.exited).toBe(130);
  expect((await linesOf(run.screen())).join("").trim()).toBe("");
  expect(run.screen()).toEndWith("\u001b[?25h");
});

test("a word that can be one of a few is chosen from them", async () => {
  const run = runCliInTerminal(["completion"], { env: env() });
  await run.until("3 of 3");
  run.type("fi");
  await run.until("1 of 3");
  run.type("\r");
  expect(await run.exited).toBe(0);
  expect(run.screen()).toContain("complete -c waypost");
});

test("a required option that can be one of a few words is chosen from them", async () => {
  const words = ["users", "invite", "ben@example.com", "--dry-run", "--fields", "body.role"];
  const run = runCliInTerminal(words, { env: env() });
  await run.until("4 of 4");
  expect((await linesOf(run.screen()))[0]).toStartWith("--role:");
  run.type("vie");
  await run.until("1 of 4");
  run.type("\r");
  expect(await run.exited).toBe(0);
  expect((await linesOf(run.screen())).join("\n")).toContain("body.role  viewer");
  const piped = await runCli(words, { env: env() });
  expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining("--role is missing") });
});

test("a required text is typed; Enter alone and Ctrl-C give none", async () => {
  const words = ["keys", "create", "--permission", "messages:read", "--dry-run", "--fields", "body.name"];
  const run = runCliInTerminal(words, { env: env() });
  await run.until("what the key is for (--name): ");
  run.type("Shop\r");
  expect(await run.exited).toBe(0);
  expect((await linesOf(run.screen())).join("\n")).toContain("body.name  Shop");
  const none = runCliInTerminal(words, { env: { ...env(), TERM: "dumb" } });
  await none.until("(--name): ");
  none.type("\r");
  expect(await none.exited).toBe(2);
  expect(none.screen()).toContain("--name is missing");
  const left = runCliInTerminal(words, { env: env() });
  await left.until("(--name): ");
  left.type("\u0003");
  expect(await left.exited).toBe(130);
});

test("the purpose of a consent is chosen where it is left out", async () => {
  const words = ["contacts", "consent", ids[0] ?? "", "--state", "granted", "--dry-run", "--fields", "path"];
  const run = runCliInTerminal(words, { env: env() });
  await run.until("arrows, letters, Enter");
  run.type("whatsapp");
  await run.until("1 of ");
  run.type("\r");
  expect(await run.exited).toBe(0);
  expect((await linesOf(run.screen())).join("\n")).toContain(`/v1/contacts/${ids[0]}/consent/whatsapp`);
  expect(await runCli(words, { env: env() })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--state needs --channel"),
  });
});

test("the event to trigger is chosen from all there are", async () => {
  const run = runCliInTerminal(["trigger", "--dry-run", "--fields", "body.event_type"], { env: env() });
  await run.until("message.status_update");
  run.type("message.new");
  await until(async () => (await linesOf(run.screen())).some((line) => line.startsWith("1 of ")));
  run.type("\r");
  expect(await run.exited).toBe(0);
  expect((await linesOf(run.screen())).join("\n")).toContain("body.event_type  message.new");
});

test("with nothing to choose from it says how to make one", async () => {
  const run = runCliInTerminal(["endpoints", "get"], { env: env() });
  await run.until("there are no endpoints");
  expect(await run.exited).toBe(2);
  expect(run.screen()).toContain("Create one: waypost endpoints create <url>");
});

test("with nothing to choose from, without a terminal or on a dumb one it is a usage error", async () => {
  const none = runCliInTerminal(["orders", "get"], { env: env() });
  await none.until("there are no orders");
  expect(await none.exited).toBe(2);
  const dumb = runCliInTerminal(["contacts", "get"], { env: { ...env(), TERM: "dumb" } });
  await dumb.until("missing required argument 'contact'");
  expect(await dumb.exited).toBe(2);
  const piped = await runCli(["contacts", "tag"], { env: env() });
  expect(piped.code).toBe(2);
  expect(piped.stderr).toContain("missing required argument 'contact'\nSee: waypost contacts tag --help");
});

test("the channel to send from is chosen when there are several", async () => {
  const { body } = await waypost.call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Shop",
  });
  const words = ["send", "--to", "4915112345678", "--text", "Hi", "--dry-run", "--fields", "body.channel_id"];
  const run = runCliInTerminal(words, { env: env() });
  await run.until("2 of 2");
  run.type("Shop");
  await run.until("1 of 2");
  run.type("\r");
  expect(await run.exited).toBe(0);
  expect((await linesOf(run.screen())).join("\n")).toContain(`body.channel_id  ${body.id}`);
});
