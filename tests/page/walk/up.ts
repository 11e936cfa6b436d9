/** `./scripts/up` in an empty folder: everything that a walk over the page needs, and nothing that a newcomer lacks. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, createApi } from "../../../scripts/lab/stage/api.ts";
import { freePort } from "../../../scripts/lib/free-port.ts";

const ROOT = join(import.meta.dir, "../../..");
const IS_UP = /^ {2}(http\S+\/login\/link\/wpl_\S+)$[\s\S]*Ctrl-C stops it/m;

export type Up = {
  /** The daemon's address. */
  url: string;
  /** A link that logs a browser in, good for a minute; the first one is what was printed. */
  loginLink(): Promise<string>;
  /** Has a phone of the sandbox do something, by the path from `/sandbox/phones/`. */
  phone(path: string, body: unknown): Promise<unknown>;
  stop(): Promise<void>;
};

/** Starts it with nothing configured but a home and ports of its own. */
export async function startUp(): Promise<Up> {
  const home = mkdtempSync(join(tmpdir(), "waypost-walk-"));
  const sandboxPort = String(freePort());
  const child = Bun.spawn(["scripts/up"], {
    cwd: ROOT,
    env: {
      ...{ ...process.env, DATABASE_URL: undefined, HOME: home },
      ...{ XDG_DATA_HOME: join(home, "data"), XDG_CONFIG_HOME: join(home, "config") },
      ...{ WAYPOST_PORT: String(freePort()), WAYPOST_SANDBOX_PORT: sandboxPort },
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = child.stderr.text();
  const stop = async () => {
    child.kill("SIGINT");
    await child.exited;
    rmSync(home, { recursive: true, force: true });
  };
  const printed = await untilPrinted(child.stdout, IS_UP);
  if (printed === null) {
    await stop();
    throw new Error(`it ended with: ${await errors}`);
  }
  const links = [IS_UP.exec(printed)?.[1] ?? ""];
  const url = new URL(links[0] ?? "").origin;
  const config = readFileSync(join(home, "config", "waypost", "config.json"), "utf8");
  const api: Api = createApi(url, JSON.parse(config).profiles.default.api_key);
  const control = createApi(`http://127.0.0.1:${sandboxPort}/sandbox/phones/`);
  return {
    url,
    loginLink: async () => links.shift() ?? (await api<{ url: string }>("POST", "/v1/auth/links")).url,
    phone: (path, body) => control("POST", path, body),
    stop,
  };
}

/** All that was printed until it matches; null when it ended without that. */
async function untilPrinted(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    if (pattern.test(text)) return text;
  }
  return null;
}
