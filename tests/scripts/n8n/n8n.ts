/** n8n itself, unchanged from npm, on a database of the tests: started, asked by its own REST API, and started again. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../scripts/lib/free-port.ts";
import { type Fetched, programFromNpm } from "../../fronts/outside/packages.ts";
import type { TestDatabase } from "../../support/database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

/** The Node that n8n asks for: the package has it for one kind of machine. */
const NODE = `node-${process.platform}-${process.arch}`;
export const NODE_PACKAGE = `${NODE}@24.22.3`;
export const nodeOf = (path: string) => join(path, "node_modules", NODE, "bin", "node");

const START_MS = 180_000;

export const fetchN8n = (): Promise<Fetched> => programFromNpm("n8n@2.41.1", NODE_PACKAGE);

export type N8n = {
  url: string;
  /** Asks as its editor does; throws what it refuses. */
  ask(method: string, path: string, body?: Json): Promise<Json>;
  /** Ends it as a restart of its machine would, or at once, and starts it on what it has kept. */
  restart(options?: { isKilled: boolean; meanwhile: () => Promise<void> }): Promise<void>;
  stop(): Promise<void>;
};

/** Starts it with packages of nodes beside it, each by its folder, and makes the owner that asks. */
export async function startN8n(
  path: string,
  database: TestDatabase,
  nodes: Record<string, string>,
): Promise<N8n> {
  const home = temporaryFolder("n8n-home");
  for (const [name, from] of Object.entries(nodes)) {
    const folder = join(home, ".n8n", "nodes", "node_modules", name);
    mkdirSync(folder, { recursive: true });
    cpSync(from, folder, { recursive: true });
  }
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => startProgram(path, url, environment(home, port, database));
  let running = await start();
  const owner = {
    email: "ada@example.com",
    firstName: "Ada",
    lastName: "Lovelace",
    password: "Correct-horse-1",
  };
  const cookie = await signIn(url, owner);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    running.kill(signal);
    await running.exited;
  };
  return {
    ...{ url, stop: () => stop() },
    ask: (method, asked, body) => askRest(url, cookie, method, asked, body),
    async restart({ isKilled, meanwhile } = { isKilled: false, meanwhile: async () => {} }) {
      await stop(isKilled ? "SIGKILL" : "SIGTERM");
      await meanwhile();
      running = await start();
    },
  };
}

async function startProgram(path: string, url: string, env: Record<string, string>) {
  const program = join(path, "node_modules", "n8n", "bin", "n8n");
  const child = Bun.spawn([nodeOf(path), program, "start"], { env, stdio: ["ignore", "ignore", "ignore"] });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`n8n ended with ${child.exitCode}`);
    return await isReady(url);
  }, START_MS);
  return child;
}

/** It answers before it works: flows that are active have their addresses when it says so. */
const isReady = (url: string) =>
  fetch(`${url}/healthz/readiness`).then(
    ({ ok }) => ok,
    () => false,
  );

function environment(home: string, port: number, database: TestDatabase): Record<string, string> {
  const { hostname, port: databasePort, pathname, username, password } = new URL(database.adminUrl);
  return {
    ...{ PATH: process.env.PATH ?? "", HOME: home, N8N_USER_FOLDER: home, N8N_SECURE_COOKIE: "false" },
    ...{ N8N_PORT: String(port), N8N_LISTEN_ADDRESS: "127.0.0.1", WEBHOOK_URL: `http://127.0.0.1:${port}/` },
    ...{ N8N_RUNNERS_ENABLED: "false", N8N_DIAGNOSTICS_ENABLED: "false", N8N_TEMPLATES_ENABLED: "false" },
    ...{ N8N_VERSION_NOTIFICATIONS_ENABLED: "false", N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: "false" },
    ...{ DB_TYPE: "postgresdb", DB_POSTGRESDB_HOST: hostname, DB_POSTGRESDB_PORT: databasePort },
    ...{ DB_POSTGRESDB_DATABASE: pathname.slice(1), DB_POSTGRESDB_USER: decodeURIComponent(username) },
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
  };
}

async function signIn(url: string, owner: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const asked = { method: "POST", headers, body: JSON.stringify(owner) };
  const answer = await fetch(`${url}/rest/owner/setup`, asked);
  if (!answer.ok) throw new Error(`n8n made no owner: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}

async function askRest(
  url: string,
  cookie: string,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  const headers = { cookie, "content-type": "application/json" };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}/rest${path}`, { method, headers, ...json });
  if (!answer.ok) throw new Error(`n8n refuses ${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as Json).data;
}
