import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPortTaken, type Sandbox, startSandbox } from "../../daemon/sandbox/start.ts";
import { readRules } from "../../daemon/sandbox/whatsapp-web/bans/read-rules.ts";
import { USUAL_RULES } from "../../daemon/sandbox/whatsapp-web/bans/rules.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { connect, newIdentity, pair } from "./whatsapp-web/client.ts";

const undo: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(folder?: string): Promise<Sandbox> {
  const sandbox = await startSandbox(folder === undefined ? {} : { folder });
  undo.push(sandbox.stop);
  return sandbox;
}

test("both stand-ins answer to control routes on one port", async () => {
  const sandbox = await start();
  const get = async (path: string) => (await fetch(sandbox.graph.url + path)).json();
  expect(await get("/sandbox/web")).toMatchObject({
    url: sandbox.environment.WAYPOST_WA_WEB_URL,
    root_key: sandbox.environment.WAYPOST_WA_ROOT_KEY,
  });
  expect(await get("/sandbox/phones")).toEqual({ data: [] });
  expect(await get("/sandbox/counts")).toMatchObject({ total: 0 });
});

test("the certificate lies in a file for other processes, until the end", async () => {
  const sandbox = await startSandbox();
  const file = Bun.file(sandbox.environment.NODE_EXTRA_CA_CERTS ?? "");
  expect(await file.text()).toStartWith("-----BEGIN CERTIFICATE-----");
  await sandbox.stop();
  expect(await file.exists()).toBe(false);
});

test("with a folder, the certificate lies there, so that a killed sandbox leaves nothing elsewhere", async () => {
  const folder = await mkdtemp(join(tmpdir(), "waypost-test-"));
  undo.push(() => rm(folder, { recursive: true }));
  const sandbox = await start(folder);
  expect(sandbox.environment.NODE_EXTRA_CA_CERTS).toBe(join(folder, "certificate.pem"));
});

test("with a folder, who is linked is remembered from one start to the next", async () => {
  const folder = await mkdtemp(join(tmpdir(), "waypost-test-"));
  undo.push(() => rm(folder, { recursive: true }));
  const identity = newIdentity();
  const before = await startSandbox({ folder });
  if (before.web === null) throw new Error("baileys is not installed");
  await pair(before.web, "15550005001", identity);
  await before.stop();
  const { web } = await start(folder);
  if (web === null) throw new Error("baileys is not installed");
  await connect(web, identity).open();
});

test("a file changes the rules by which numbers are banned, and one that is none is refused in words", async () => {
  const folder = await mkdtemp(join(tmpdir(), "waypost-test-"));
  undo.push(() => rm(folder, { recursive: true }));
  const file = join(folder, "rules.json");
  const read = (text: string) => {
    writeFileSync(file, text);
    return readRules(file);
  };
  expect(() => read("{")).toThrow(`${file} is not JSON`);
  expect(() => readRules(folder)).toThrow(`${folder} can't be read`);
  expect(() => read('{"patients":1}')).toThrow("patients");
  const sandbox = await startSandbox({ bans: read('{"patience":7}') });
  undo.push(sandbox.stop);
  expect(await (await fetch(`${sandbox.graph.url}/sandbox/bans`)).json()).toEqual({
    rules: { ...USUAL_RULES, patience: 7 },
    data: [],
  });
  expect(readRules(true)).toEqual({});
});

test("without baileys the Graph API's stand-in starts all the same, and says what is absent", async () => {
  const script = `
    import { plugin } from "bun";
    plugin({ name: "absent", setup: (build) => build.module("baileys", () => { throw new Error("absent"); }) });
    const { startSandbox } = await import("./daemon/sandbox/start.ts");
    const sandbox = await startSandbox();
    const statuses = [];
    for (const path of ["counts", "phones"]) statuses.push((await fetch(sandbox.graph.url + "/sandbox/" + path)).status);
    console.log(JSON.stringify({ statuses, absent: sandbox.absent, web: sandbox.web }));
    await sandbox.stop();`;
  const child = Bun.spawn([process.execPath, "-e", script], { cwd: join(import.meta.dir, "../..") });
  const result = JSON.parse(await new Response(child.stdout).text());
  expect(result).toMatchObject({ statuses: [200, 501], web: null });
  expect(result.absent).toContain("baileys");
});

test("a port that another took is said as such, and the folder is let go", async () => {
  const folder = await mkdtemp(join(tmpdir(), "waypost-test-"));
  undo.push(() => rm(folder, { recursive: true }));
  const port = freePort();
  const other = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() });
  undo.push(() => other.stop(true));
  const refusal = await startSandbox({ port, folder }).catch((cause: unknown) => cause);
  expect(isPortTaken(refusal)).toBe(true);
  await start(folder);
});
