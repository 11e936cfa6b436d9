/** A newcomer goes through docs/production.md by copy and paste, up to a new master key. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../db/connection/client.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { FOR_COMMANDS } from "../../scripts/lib/short-runs.ts";
import { readBlocks } from "../docs/recipes.ts";
import { documentedRoles, type Roles } from "../secrets/documented-roles.ts";
import { dumpOf } from "../secrets/dump.ts";
import { LONG_MS } from "../support/long.ts";
import { cliProgram, daemonProgram } from "../support/programs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createUnit, type Unit } from "./unit.ts";

/** Paths of the machine: the test's own stand for them. */
const PATHS = /(?<=[\s='">])\/(?=(?:etc|usr|var)\/)/g;
/** What needs the internet, a Postgres program as new as the server, or a server that keeps what it has. */
const ELSEWHERE = /^(git pull|pg_dump|waypost doctor)\b/;

const port = freePort();
const url = `http://127.0.0.1:${port}`;
const root = temporaryFolder("machine");
const checkout = temporaryFolder("checkout");
const environment = {
  PATH: `${root}/usr/local/bin:${process.env.PATH}`,
  HOME: temporaryFolder("home"),
  WAYPOST_PORT: String(port),
  WAYPOST_LOG_LEVEL: "error",
};
let roles: Roles;
let unit: Unit;
/** The shell stays open while its reader reads on. */
const exported: string[] = [];

beforeAll(async () => {
  roles = await documentedRoles();
  unit = createUnit(root, environment, url);
  for (const folder of ["etc/systemd/system", "usr/local/bin", "var/lib"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [name, words] of [["waypost", cliProgram()] as const, ["waypostd", daemonProgram()] as const])
    install(name, words);
  await Bun.spawn(["ln", "-s", join(import.meta.dir, "../../docs"), "docs"], { cwd: checkout }).exited;
});
afterAll(async () => {
  await unit.stop();
  await roles.drop();
});

test(
  "the commands of the page make a daemon that runs, is upgraded, and ends with a new master key",
  async () => {
    await paste("production.md", "2. Prepare the database and the secrets");
    await paste("production.md", "3. Start with systemd");
    const answer = await shell("waypost endpoints create https://example.com/hook --events message.new");
    expect(answer).toContain("whsec_");
    await paste("production.md", "8. Upgrade");
    const [before] = masterKeys();
    await paste("secrets.md", "Under systemd");
    expect(masterKeys()).toHaveLength(1);
    expect(masterKeys()).not.toContain(before);
    expect(await shell("waypost health")).toContain("ok");
    expect(await sealedWith(before)).toEqual([]);
    expect(await sealedWith(masterKeys()[0])).toContain("public.webhook_secrets");
  },
  LONG_MS,
);

/** A program of the build. */
function install(name: string, words: readonly string[]): void {
  const file = join(checkout, "dist", name);
  mkdirSync(join(checkout, "dist"), { recursive: true });
  writeFileSync(file, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`);
  chmodSync(file, 0o755);
}

/** Runs what stands in the blocks below a heading, in order. */
async function paste(page: string, heading: string): Promise<void> {
  const blocks = readBlocks(page).filter((block) => block.heading === heading && block.language === "");
  expect(blocks).not.toHaveLength(0);
  for (const { text } of blocks) await follow(text);
}

/** Runs a block; of systemd's commands, what they have the unit do. */
async function follow(block: string): Promise<void> {
  const lines = block.split("\n").filter((line) => !ELSEWHERE.test(line));
  for (const part of lines.join("\n").split(/^(?=systemctl)|(?<=^systemctl.*\n)/m)) {
    if (part.startsWith("systemctl")) await unit.control(part.trim().split(" ").slice(1));
    else await shell(part);
  }
}

/** Runs commands as root of the machine would; their output. */
async function shell(commands: string): Promise<string> {
  const here = commands
    .replaceAll(PATHS, `${root}/`)
    .replace("postgres://waypost:…@db.internal/waypost", roles.url("waypost"))
    .replaceAll('"…"', '"123456"');
  exported.push(...here.split("\n").filter((line) => line.startsWith("export ")));
  const child = Bun.spawn(["bash", "--norc", "-ec", [...exported, here].join("\n")], {
    cwd: checkout,
    env: { ...environment, ...FOR_COMMANDS },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${here}\nended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

function masterKeys(): string[] {
  return readFileSync(join(root, "etc/waypost/master.key"), "utf8").trim().split("\n");
}

/** The tables in which something is encrypted with a key. */
async function sealedWith(key = ""): Promise<string[]> {
  const id = createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, 8);
  const sql = connect(roles.url("waypost"), { max: 1 });
  const tables = [...(await dumpOf(sql))].filter(([, text]) => text.includes(`v1.${id}.`));
  await sql.end();
  return tables.map(([table]) => table);
}
