/** Three Postgres servers with Patroni, and the etcd by which they agree on the primary. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { connect } from "../../../../../db/connection/client.ts";
import { chooseAccount } from "../../../../../db/embedded/account.ts";
import { freePort } from "../../../../lib/free-port.ts";
import type { Away } from "../../world/fault-plan.ts";
import { countRows, type Postgres } from "../postgres.ts";
import { makeNode, type Node } from "./node.ts";

type Member = { name: string; role: string; state: string };

const INSTALLED = "/usr/lib/postgresql";
const SETTLE_MS = 180_000;
const ANSWER_MS = 6000;
/** How long a machine is lost or cut off. */
const AWAY_MS = 30_000;
/** Traffic between two faults. */
const BETWEEN_MS = 10_000;
const LOOK_MS = 100;

/** Starts it in a folder. What keeps it from starting leaves nothing behind. */
export async function startCluster(folder: string): Promise<Postgres> {
  const binaries = findPrograms();
  mkdirSync(folder);
  // Postgres runs as another account than root
  chmodSync(dirname(folder), 0o711);
  const etcd = startEtcd(folder);
  const passwords = { superuser: crypto.randomUUID(), replication: crypto.randomUUID() };
  const account = chooseAccount(folder);
  const nodes: Node[] = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
    etcd.process.kill("SIGKILL");
    await once(etcd.process, "exit");
  };
  try {
    for (const name of ["one", "two", "three"])
      nodes.push(await makeNode({ name, folder, account, etcdPort: etcd.port, passwords, binaries }));
    for (const node of nodes) node.start();
    const hosts = nodes.map(({ postgresPort }) => `127.0.0.1:${postgresPort}`).join(",");
    const base = `postgres://postgres:${passwords.superuser}@${hosts}`;
    const url = `${base}/waypost?target_session_attrs=read-write`;
    await settled(nodes);
    await makeDatabase(`${base}/postgres`);
    return {
      ...{ url, disk: null, clock: null, stop, kill: () => {}, countRows: () => countRows(url) },
      start: async () => void (await settled(nodes)),
      takePrimaryAway: (how) => takeAway(nodes, how),
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Takes the primary away, and waits until another one is there and all is well again. */
async function takeAway(nodes: readonly Node[], how: Away): Promise<void> {
  const primary = await settled(nodes);
  const back = Bun.sleep(how === "switched" ? 0 : AWAY_MS);
  if (how === "lost") await primary.lose();
  if (how === "cut") primary.cut();
  if (how === "switched") await ask(primary, "switchover", { leader: primary.name });
  while (((await look(nodes)).primary ?? primary) === primary) await Bun.sleep(LOOK_MS);
  await back;
  if (how === "lost") primary.start();
  if (how === "cut") primary.mend();
  await settled(nodes);
  await Bun.sleep(BETWEEN_MS);
}

async function look(nodes: readonly Node[]): Promise<{ primary: Node | null; roles: string[] }> {
  // one that is cut off keeps its asker waiting
  const members = await Promise.any(nodes.map(membersSeenBy)).catch((): Member[] => []);
  const leader = members.find(({ role, state }) => role === "leader" && state === "running");
  const roles = members.map(({ role, state }) => `${role} ${state}`);
  return { primary: nodes.find(({ name }) => name === leader?.name) ?? null, roles };
}

/** The primary, as soon as two standbys follow it, one of them synchronously. */
async function settled(nodes: readonly Node[]): Promise<Node> {
  for (const giveUpAt = Date.now() + SETTLE_MS; ; await Bun.sleep(500)) {
    const { primary, roles } = await look(nodes);
    const following = roles.filter((role) => /^(sync_standby|replica) (running|streaming)$/.test(role));
    const isSynchronous = roles.some((role) => role.startsWith("sync_standby"));
    if (primary !== null && following.length === 2 && isSynchronous) return primary;
    if (Date.now() > giveUpAt) throw new Error(`the cluster did not settle: ${roles.join(", ")}`);
  }
}

function findPrograms(): string {
  const versions = (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
    .map(Number)
    .filter((one) => one >= 15);
  const missing = ["patroni", "etcd"].filter((name) => Bun.which(name) === null);
  if (versions.length === 0) missing.push("postgresql");
  if (missing.length > 0)
    throw new Error(`There is no ${missing.join(", ")} here: apt-get install patroni etcd-server postgresql`);
  return join(INSTALLED, String(Math.max(...versions)), "bin");
}

function startEtcd(folder: string): { port: number; process: ChildProcess } {
  const [port, peers] = [freePort(), freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const flags = {
    "data-dir": join(folder, "etcd"),
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `default=${peer}`,
  };
  const words = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  return { port, process: spawn("etcd", words, { stdio: "ignore" }) };
}

async function membersSeenBy(node: Node): Promise<Member[]> {
  return ((await ask(node, "cluster")) as { members: Member[] }).members;
}

async function ask(node: Node, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${node.patroniPort}/${path}`, {
    method: body === undefined ? "GET" : "POST",
    signal: AbortSignal.timeout(body === undefined ? ANSWER_MS : 60_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Patroni answered ${path} with ${response.status}: ${text}`);
  return body === undefined ? JSON.parse(text) : text;
}

async function makeDatabase(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  try {
    const [row] = await sql`select from pg_database where datname = 'waypost'`;
    if (row === undefined) await sql`create database waypost`;
  } finally {
    await sql.end();
  }
}
