/**
 * A client of WhatsApp Web that is none of ours: whatsmeow in Go, unchanged, of which only the address and the root key
 * are ours. Needs Go, and its module proxy for the first build, which stays in the user's cache; `missing` says what is
 * not there.
 */
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { WhatsAppWebSandbox } from "../../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { lock } from "../../../../db/embedded/lock.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { eventually } from "../../../support/until.ts";

const SOURCE = join(import.meta.dir, "whatsmeow");
const FILES = ["main.go", "go.mod", "go.sum"];
const BUILD_TIMEOUT_MS = 600_000;

/** What the program tells, as it comes. */
// biome-ignore lint/suspicious/noExplicitAny: each event has details of its own
export type Told = { event: string } & Record<string, any>;

export type Whatsmeow = {
  told: readonly Told[];
  /** The first event that fits, once it is there. */
  until(event: string, fits?: (told: Told) => boolean): Promise<Told>;
  /** Sends a text, or a picture with a text below it, to a number, or asks something about one. */
  order(order: { to?: string; text?: string; picture?: string; ask?: string }): void;
  /** Ends it; its login is kept in the folder. */
  stop(): Promise<void>;
};

/** Builds the program, once for these sources. The path, or what is missing. */
export async function buildWhatsmeow(): Promise<{ path: string } | { missing: string }> {
  const go = Bun.which("go") ?? (existsSync("/usr/local/go/bin/go") ? "/usr/local/go/bin/go" : null);
  if (go === null) return { missing: "Go is not installed" };
  const sources = await Promise.all(FILES.map((file) => Bun.file(join(SOURCE, file)).text()));
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const path = join(cache, `waypost/whatsmeow-${Bun.hash(sources.join()).toString(36)}/client`);
  mkdirSync(dirname(path), { recursive: true });
  const held = await lock(`${path}.lock`, BUILD_TIMEOUT_MS);
  try {
    return existsSync(path) ? { path } : await build(go, path);
  } finally {
    held.release();
  }
}

async function build(go: string, path: string): Promise<{ path: string } | { missing: string }> {
  const child = Bun.spawn([go, "build", "-p", "1", "-o", path, "."], {
    cwd: SOURCE,
    env: { ...process.env, GOTOOLCHAIN: "local" },
    stdout: "ignore",
    stderr: "pipe",
    timeout: BUILD_TIMEOUT_MS,
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) === 0) return { path };
  return { missing: `it could not be built: ${said.trim().split("\n").at(-1)}` };
}

/** Starts the program with the login of a folder, or without one in a folder of its own. */
export async function startWhatsmeow(
  path: string,
  { url, rootKey, certificate }: WhatsAppWebSandbox,
  folder = temporaryFolder("whatsmeow"),
): Promise<Whatsmeow> {
  const trusted = join(folder, "certificate.pem");
  await Bun.write(trusted, certificate.cert);
  const child = Bun.spawn([path, url, rootKey, trusted, join(folder, "login.db")], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const told: Told[] = [];
  const reading = read(child.stdout, told);
  return {
    told,
    until: (event, fits = () => true) =>
      eventually(`${event} of whatsmeow`, async () => {
        if (child.exitCode !== null) throw new Error(`whatsmeow has ended: ${JSON.stringify(told.at(-1))}`);
        return told.find((one) => one.event === event && fits(one));
      }),
    order(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      child.stdin.flush();
    },
    async stop() {
      child.stdin.end();
      await child.exited;
      await reading;
    },
  };
}

async function read(output: ReadableStream<Uint8Array>, told: Told[]): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of output) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines)
      if (line.startsWith("{")) told.push(JSON.parse(line));
      else if (line !== "") process.stderr.write(`${line}\n`);
  }
}
