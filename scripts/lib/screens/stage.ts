/** The stage of the pictures: a new daemon with its sandbox, and a home folder that knows them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { ROOT } from "../run.ts";
import { type Recording, record, type Size } from "./recording.ts";

/** Calls the API with a key that may do everything. Throws when it refuses. */
export type Call = <Result>(method: string, path: string, body?: object) => Promise<Result>;

export type Stage = {
  /** The daemon's address. */
  url: string;
  call: Call;
  /** Runs the terminal client in a terminal, below a prompt. */
  record(words: readonly string[], size: Size, environment?: Record<string, string>): Recording;
  /** Runs it to its end and returns what its terminal shows; throws when it fails. */
  run(words: readonly string[]): Promise<string>;
  stop(): Promise<void>;
};

/** Starts everything; `databaseUrl` is an empty database in place of an embedded one. */
export async function openStage(databaseUrl?: string): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-screens-"));
  const home = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    PATH: process.env.PATH ?? "",
  };
  const daemon = Bun.spawn([process.execPath, "--no-env-file", "daemon/main.ts", "serve", "--sandbox"], {
    cwd: ROOT,
    env: {
      ...home,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      WAYPOST_PORT: "0",
      WAYPOST_SANDBOX_PORT: String(freePort()),
    },
    stdout: "ignore",
    stderr: "pipe",
  });
  const environment = {
    ...home,
    TERM: "xterm-256color",
    WAYPOST_SANDBOX_URL: await untilReady(daemon.stderr),
  };
  const config = readFileSync(join(home.XDG_CONFIG_HOME, "waypost", "config.json"), "utf8");
  const { url, api_key } = JSON.parse(config).profiles.default;
  return {
    ...{ url, call: caller(url, api_key) },
    record: (words, size, more = {}) => record(words, { ...environment, ...more }, size),
    async run(words) {
      const recording = record(words, environment, { columns: 200, rows: 50 });
      const code = await recording.exited;
      const shown = recording.lines().join("\n");
      if (code !== 0) throw new Error(`ended with ${code}:\n${shown}`);
      return shown;
    },
    async stop() {
      daemon.kill();
      await daemon.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function caller(url: string, key: string): Call {
  return async <Result>(method: string, path: string, body = {}) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const sent = method === "GET" ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Result;
  };
}

/** The address of the sandbox, as logged; other lines, a key among them, are read and forgotten. */
async function untilReady(log: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = log.getReader();
  let text = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the daemon ended:\n${text.replaceAll(/wp_\w+/g, "wp_…")}`);
    text += decoder.decode(value, { stream: true });
    const ready = /^\{.*"sandbox":"([^"]+)".*"waypost is ready".*\}$/m.exec(text);
    if (ready === null) continue;
    void drain(reader);
    return ready[1] ?? "";
  }
}

async function drain(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}
