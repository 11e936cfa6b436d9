/**
 * Clients that two generators make of the OpenAPI document: complete, each file of them loads, and they send and list.
 * Needs Python and Java, and PyPI for the generators, which it keeps in the user's cache; says so and skips where these
 * are missing.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { lock } from "../../db/embedded/lock.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PACKAGES = [
  ...["openapi-python-client==0.29.1", "openapi-generator-cli==7.14.0"],
  // what the second's clients import
  ...["pydantic>=2.11,<3", "urllib3>=2.1,<3", "python-dateutil>=2.8.2", "typing-extensions>=4.7.1"],
];

const INSTALL_TIMEOUT_MS = 300_000;
/** Java compiles for long runs by default, at twice the work. */
const SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

const folder = temporaryFolder("clients");
/** A Python with the generators in it. */
const generators = join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  `waypost/openapi-generators-${Bun.hash(PACKAGES.join()).toString(36)}`,
);
const python = join(generators, "bin/python");
const missing = await prepare();
if (missing !== null) process.stdout.write(`No clients are generated: ${missing}.\n`);

let daemon: TestDaemon;
beforeAll(async () => {
  if (missing !== null) return;
  daemon = await startTestDaemon();
  const document = await fetch(`${daemon.url}/openapi.json`);
  await Bun.write(join(folder, "openapi.json"), await document.text());
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
    const [program, target] = [join(generators, "bin/openapi-python-client"), join(folder, "first/client")];
    const generated = await run([
      program,
      "generate",
      "--path",
      "openapi.json",
      "--output-path",
      target,
      "--meta",
      "none",
    ]);
    expect(generated.code).toBe(0);
    // it can't upload a file as text, and says so of the two imports; nothing else is left out
    const warnings = generated.output.match(/(?:WARNING parsing|Unable to process|Cannot parse) .*/g);
    expect(warnings?.map((line) => line.split(" within")[0])).toEqual([
      "WARNING parsing POST /v1/contacts/import",
      "WARNING parsing POST /v1/contacts/import/preview",
    ]);
    const used = await use(
      "first",
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
    const options = ["--generator-name", "python", "--package-name", "client", "--output", "second"];
    const documents = ["apiDocs", "modelDocs", "apiTests", "modelTests"].map((name) => `${name}=false`);
    const generated = await run(
      [program, "generate", "--input-spec", "openapi.json", ...options, "--global-property"].concat(
        `apis,models,supportingFiles,${documents.join(",")}`,
      ),
    );
    expect(generated.output).not.toMatch(/Duplicate file path|Exception/);
    expect(generated.code).toBe(0);
    const used = await use(
      "second",
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

function use(name: string, program: string) {
  const env = { URL: daemon.url, KEY: daemon.key, CHANNEL: daemon.channelId };
  return run([python, "-c", LOAD_ALL + program], { PYTHONPATH: join(folder, name), ...env });
}

/** Runs a command in the folder; its exit code and all that it printed. */
async function run(command: string[], more: Record<string, string> = {}) {
  const child = Bun.spawn(["/bin/sh", "-c", 'exec "$0" "$@" 2>&1', ...command], {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", JAVA_TOOL_OPTIONS: SHORT_LIVED, ...more },
    stdin: "ignore",
    stdout: "pipe",
  });
  const [output, code] = await Promise.all([child.stdout.text(), child.exited]);
  return { code, output };
}
