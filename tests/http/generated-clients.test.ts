/**
 * Clients that two generators make of the OpenAPI document: complete, each file of them loads, and they send and list.
 * Needs Python and Java, and PyPI for the generators, which it keeps in the user's cache, as it keeps what they made of
 * the same document; says so and skips where these are missing.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { lock } from "../../db/embedded/lock.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";

const PACKAGES = [
  ...["openapi-python-client==0.29.1", "openapi-generator-cli==7.14.0"],
  // what the second's clients import
  ...["pydantic>=2.11,<3", "urllib3>=2.1,<3", "python-dateutil>=2.8.2", "typing-extensions>=4.7.1"],
];

const INSTALL_TIMEOUT_MS = 300_000;
/** What no run has used for this long is removed. */
const KEPT_MS = 24 * 3600_000;
/** Java compiles for long runs by default, at twice the work. */
const SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** A Python with the generators in it. */
const generators = join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  `waypost/openapi-generators-${Bun.hash(PACKAGES.join()).toString(36)}`,
);
const python = join(generators, "bin/python");
const missing = await prepare();
if (missing !== null) process.stdout.write(`No clients are generated: ${missing}.\n`);

let daemon: TestDaemon;
let openapi = "";
beforeAll(async () => {
  if (missing !== null) return;
  daemon = await startTestDaemon();
  openapi = await (await fetch(`${daemon.url}/openapi.json`)).text();
  await daemon.call("POST", "/v1/contacts", { phone_number: "+14155550199", name: "Ada" });
});
afterAll(async () => {
  await daemon?.stop();
});

/** Loads every module of the package `client`, so that none has a name that is not there. */
const LOAD_ALL = `
import importlib, os, pkgutil
import client
for module in pkgutil.walk_packages(client.__path__, "client."):
    importlib.import_module(module.name)
url, key, channel = (os.environ[name] for name in ("URL", "KEY", "CHANNEL"))
`;

test.skipIf(missing !== null)(
  "a client of openapi-python-client sends a message and lists contacts",
  async () => {
    const generated = await generate([
      ...[join(generators, "bin/openapi-python-client"), "generate", "--path", "openapi.json"],
      ...["--output-path", "made/client", "--meta", "none"],
    ]);
    expect(generated.code).toBe(0);
    // it can't send a file as text or in parts, and says so; nothing else is left out
    const warnings = generated.output.match(/(?:WARNING parsing|Unable to process|Cannot parse) .*/g);
    expect(warnings?.map((line) => line.split(" within")[0])).toEqual([
      "WARNING parsing PATCH /v1/media/uploads/{id}",
      "WARNING parsing POST /v1/contacts/import",
      "WARNING parsing POST /v1/contacts/import/preview",
    ]);
    const used = await use(
      generated.folder,
      `
from client import Client
from client.api.contacts import list_contacts
from client.api.messages import get_message, send_message
from client.models import SendText, TextContent
api = Client(base_url=url, headers={"X-Api-Key": key})
body = SendText(channel_id=channel, to="14155550123", type_="text", content=TextContent(body="Hello"))
sent = send_message.sync(client=api, body=body)
message = get_message.sync(client=api, id=sent.id)
names = [contact.name for contact in list_contacts.sync(client=api).data]
print(message.content["body"], "Ada" in names)
`,
    );
    expect(used).toEqual({ code: 0, output: "Hello True\n" });
  },
  // the generators are slow to start on a machine that has other work
  300_000,
);

test.skipIf(missing !== null)(
  "a client of openapi-generator sends a message and lists contacts",
  async () => {
    const program = join(generators, "bin/openapi-generator-cli");
    const options = ["--generator-name", "python", "--package-name", "client", "--output", "made"];
    const documents = ["apiDocs", "modelDocs", "apiTests", "modelTests"].map((name) => `${name}=false`);
    const generated = await generate(
      [program, "generate", "--input-spec", "openapi.json", ...options, "--global-property"].concat(
        `apis,models,supportingFiles,${documents.join(",")}`,
      ),
    );
    expect(generated.output).not.toMatch(/Duplicate file path|Exception/);
    expect(generated.code).toBe(0);
    const used = await use(
      generated.folder,
      `
import client as c
api = c.ApiClient(c.Configuration(host=url, api_key={"apiKey": key}))
text = c.SendText(channel_id=channel, to="14155550123", type="text", content=c.TextContent(body="Hello"))
messages = c.MessagesApi(api)
sent = messages.send_message(c.SendMessageRequest(text))
message = messages.get_message(sent.id)
names = [contact.name for contact in c.ContactsApi(api).list_contacts().data]
print(message.content["body"], "Ada" in names, len(c.EventsApi(api).list_events().data) > 0)
`,
    );
    expect(used).toEqual({ code: 0, output: "Hello True True\n" });
  },
  // the generators are slow to start on a machine that has other work
  300_000,
);

/** Makes a Python with the generators in it; otherwise says what is missing. */
async function prepare(): Promise<string | null> {
  if (Bun.which("python3") === null) return "there is no python3";
  if (Bun.which("java") === null) return "there is no java";
  mkdirSync(join(generators, ".."), { recursive: true });
  const turn = await lock(`${generators}.lock`, INSTALL_TIMEOUT_MS);
  try {
    return existsSync(join(generators, "complete")) ? null : await install();
  } finally {
    turn.release();
  }
}

async function install(): Promise<string | null> {
  rmSync(generators, { recursive: true, force: true });
  const made = await run(["python3", "-m", "venv", generators]);
  if (made.code !== 0) return "python3 makes no virtual environments";
  const installed = await run([python, "-m", "pip", "install", "--quiet", "--no-cache-dir", ...PACKAGES]);
  if (installed.code !== 0) return "the generators could not be installed from PyPI";
  writeFileSync(join(generators, "complete"), "");
  return null;
}

type Generated = { folder: string; code: number; output: string };

/** What a generator makes of the document: the same each time, so that it is made once for each document. */
async function generate(command: string[]): Promise<Generated> {
  const inputs = Bun.hash(JSON.stringify([openapi, command]));
  const folder = `${generators}-made-${inputs.toString(36)}`;
  const ended = join(folder, "ended.json");
  const turn = await lock(`${generators}.lock`, INSTALL_TIMEOUT_MS);
  try {
    removeUnused();
    if (existsSync(ended)) return { folder, ...(await Bun.file(ended).json()) };
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "made"), { recursive: true });
    await Bun.write(join(folder, "openapi.json"), openapi);
    const result = await run(command, {}, folder);
    if (result.code === 0) await Bun.write(ended, JSON.stringify(result));
    return { folder, ...result };
  } finally {
    turn.release();
  }
}

/** Each use of a client sets its folder's time, which tells those that are still used. */
function removeUnused(): void {
  const prefix = `${basename(generators)}-made-`;
  const names = readdirSync(dirname(generators)).filter((name) => name.startsWith(prefix));
  for (const folder of names.map((name) => join(dirname(generators), name)))
    if (statSync(folder).mtimeMs < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true });
}

async function use(folder: string, program: string) {
  utimesSync(folder, new Date(), new Date());
  const env = { URL: daemon.url, KEY: daemon.key, CHANNEL: daemon.channelId };
  return run([python, "-c", LOAD_ALL + program], { PYTHONPATH: join(folder, "made"), ...env });
}

/** Runs a command; its exit code and all that it printed. */
async function run(command: string[], more: Record<string, string> = {}, cwd = dirname(generators)) {
  const child = Bun.spawn(["/bin/sh", "-c", 'exec "$0" "$@" 2>&1', ...command], {
    cwd,
    env: { ...process.env, JAVA_TOOL_OPTIONS: SHORT_LIVED, ...more },
    stdin: "ignore",
    stdout: "pipe",
  });
  const [output, code] = await Promise.all([child.stdout.text(), child.exited]);
  return { code, output };
}
