/** Three Postgres servers with Patroni, and the etcd by which they agree on the primary. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/connection/client.ts";
import { chooseAccount } from "../../../db/embedded/account.ts";
import { freePort } from "../../lib/free-port.ts";
import { makeNode, type Node } from "./node.ts";

export type Cluster = {
  nodes: readonly Node[];
  folder: string;
  /** Names all three servers. */
  databaseUrl: string;
  /** The primary, and whether a standby has all that it has committed. */
  look(): Promise<{ primary: Node | null; members: Record<string, string> }>;
  /** The primary, as soon as two standbys follow it, one of them synchronously. */
  settled(): Promise<Node>;
  switchOver(): Promise<void>;
  stop(): Promise<void>;
};

type Member = { name: string; role: string; state: string };

const INSTALLED = "/usr/lib/postgresql";
const SETTLE_MS = 180_000;
const ANSWER_MS = 6000;

export async function startCluster(): Promise<Cluster> {
  const binaries = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), "waypost-failover-"));
  chmodSync(folder, 0o755);
  const etcd = startEtcd(folder);
  const passwords = { superuser: crypto.randomUUID(), replication: crypto.randomUUID() };
  const account = chooseAccount(folder);
  const nodes: Node[] = [];
  for (const name of ["one", "two", "three"])
    nodes.push(await makeNode({ name, folder, account, etcdPort: etcd.port, passwords, binaries }));
  for (const node of nodes) node.start();

  async function look() {
    // one that is cut off keeps its asker waiting
    const members = await Promise.any(nodes.map(membersSeenBy)).catch((): Member[] => []);
    const leader = members.find(({ role, state }) => role === "leader" && state === "running");
    const primary = nodes.find(({ name }) => name === leader?.name) ?? null;
    return {
      primary,
      members: Object.fromEntries(members.map(({ name, role, state }) => [name, `${role} ${state}`])),
    };
  }

  async function settled(): Promise<Node> {
    const giveUpAt = Date.now() + SETTLE_MS;
    while (Date.now() < giveUpAt) {
      const { primary, members } = await look();
      const roles = Object.values(members);
      const following = roles.filter((role) => /^(sync_standby|replica) (running|streaming)$/.test(role));
      if (primary !== null && following.length === 2 && roles.some((role) => role.startsWith("sync_standby")))
        return primary;
      await Bun.sleep(500);
    }
    throw new Error(
      `the cluster did not settle: ${JSON.stringify((await look()).members)}; see ${folder}/*.log`,
    );
  }

  const hosts = nodes.map(({ postgresPort }) => `127.0.0.1:${postgresPort}`).join(",");
  const base = `postgres://postgres:${passwords.superuser}@${hosts}`;
  return {
    nodes,
    folder,
    databaseUrl: `${base}/waypost?target_session_attrs=read-write`,
    look,
    settled: async () => {
      const primary = await settled();
      await makeDatabase(`${base}/postgres`);
      return primary;
    },
    async switchOver() {
      const leader = await settled();
      await ask(leader, "switchover", { leader: leader.name });
    },
    async stop() {
      for (const node of nodes) await node.stop();
      etcd.process.kill("SIGKILL");
      await once(etcd.process, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
