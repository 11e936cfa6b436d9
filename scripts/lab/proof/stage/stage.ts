/** Everything that runs: a Postgres, both sandboxes, the daemons, and the relays between all of these. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../lib/free-port.ts";
import { ROOT } from "../../../lib/run.ts";
import { FOR_COMMANDS } from "../../../lib/short-runs.ts";
import { extractVersionBefore } from "../../../lib/version-before.ts";
import { createEndings, type Endings, keptFolder } from "../../stage/endings.ts";
import { PGBOUNCER, type PgBouncer, startPgBouncer } from "../../stage/pgbouncer.ts";
import { type Relay, startRelay } from "../../stage/relay.ts";
import { startSandbox } from "../../stage/sandbox.ts";
import { startCluster } from "./cluster/cluster.ts";
import { createDaemon, type Daemon } from "./daemon.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

/** The relays on each way; those of daemons are one for each. */
export type Relays = {
  database: Relay[];
  /** Past PgBouncer, where there is one. */
  direct: Relay[];
  graph: Relay[];
  web: Relay[];
  endpoints: Relay[];
  inbound: Relay[];
};

export type Stage = {
  postgres: Postgres;
  daemons: Daemon[];
  relays: Relays;
  /** Where people at a terminal have their files. */
  folder: string;
  /** Where the sandboxes take orders. */
  sandboxUrl: string;
  /** Why there is no PgBouncer, although there was to be one; or null. */
  withoutPooler: string | null;
  /** Why its daemons are of this version from the start, although they were to be of the one before; or null. */
  withoutUpgrade: string | null;
  /** Restarts the daemons as this version's, one after the other, each away for so long; the other one serves meanwhile. */
  upgrade(downMs: number): Promise<void>;
  /** Runs the `waypostd` of the first daemon's version on the database; returns what it printed. Throws when it fails. */
  waypostd(...words: string[]): Promise<string>;
  /** Runs `waypost` with a key, through one of the daemons; returns its exit code and what it printed. */
  waypost(daemon: number, key: string, ...words: string[]): Promise<{ code: number; printed: string }>;
  close(): Promise<void>;
};

type Options = {
  zones: readonly string[];
  /** The port of the receivers. */
  receiverPort: number;
  /** Whether the daemons begin as those of the version before. */
  beginsBefore: boolean;
  /** Whether the daemons reach Postgres through a PgBouncer. */
  isPooled: boolean;
  /** Whether Postgres is three servers that Patroni looks after. */
  isCluster: boolean;
};

const open = new Set<Endings>();

/** Ends everything that runs on any stage, and removes its data, when a run is interrupted. */
export async function closeStages(): Promise<void> {
  await Promise.allSettled([...open].map((endings) => endings.end()));
}

/** Sets the stage; the daemons are not started yet. What was started before a failure is put away. */
export async function openStage({
  zones,
  receiverPort,
  beginsBefore,
  isPooled,
  isCluster,
}: Options): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-proof-"));
  const endings = createEndings(() => open.delete(endings));
  open.add(endings);
  const { kept } = endings;
  const stop = (one: { stop(): Promise<void> }) => one.stop();
  const relay = (target: () => number) => kept(() => startRelay(target), stop);
  try {
    await kept(
      async () => {},
      async () => rmSync(folder, { recursive: true, force: true }),
    );
    const before = join(folder, "before");
    const extracted = () => kept(() => extractVersionBefore(before));
    const withoutUpgrade = beginsBefore ? await extracted() : null;
    let source = beginsBefore && withoutUpgrade === null ? before : ROOT;
    const startDatabase = isCluster ? startCluster : startPostgres;
    const postgres = await kept(() => startDatabase(join(folder, "data")), stop);
    const ports = zones.map(() => freePort());
    let turn = 0;
    const inbound = await relay(() => ports[turn++ % ports.length] ?? 0);
    const sandbox = await kept(() => startSandbox(inbound.port), stop);
    const each = (target: number) => Promise.all(zones.map(() => relay(() => target)));
    const hasPooler = isPooled && PGBOUNCER !== null;
    const pooler = hasPooler ? await startPooler(kept, postgres.url) : null;
    const relays: Relays = {
      database: isCluster ? [] : await each(pooler?.port ?? portOf(postgres.url)),
      direct: pooler === null ? [] : await each(portOf(postgres.url)),
      graph: await each(portOf(sandbox.environment.WAYPOST_GRAPH_URL)),
      web: await each(portOf(sandbox.environment.WAYPOST_WA_WEB_URL)),
      endpoints: [await relay(() => receiverPort)],
      inbound: [inbound],
    };
    const shared = {
      ...sandbox.environment,
      ...SETTINGS,
      WAYPOST_HOME: join(folder, "home"),
      HOME: folder,
    };
    const daemons = zones.map((zone, index) =>
      createDaemon({
        ...{ name: `daemon ${index + 1}`, folder, port: ports[index] ?? 0, metricsPort: freePort(), source },
        environment: { ...shared, TZ: zone, ...throughRelays(shared, relays, index, postgres.url) },
      }),
    );
    await kept(
      async () => {},
      () => Promise.all(daemons.map((daemon) => daemon.end())),
    );
    return {
      ...{ postgres, daemons, relays, folder, close: endings.end, sandboxUrl: sandbox.url, withoutUpgrade },
      withoutPooler: isPooled && !hasPooler ? "PgBouncer is not installed" : null,
      async upgrade(downMs) {
        source = ROOT;
        for (const daemon of daemons) {
          daemon.become(source);
          await daemon.down("SIGTERM");
          await Bun.sleep(downMs);
          daemon.up();
          await Bun.sleep(downMs);
        }
      },
      waypostd: (...words) =>
        runToEnd(join(source, "daemon/main.ts"), words, { ...shared, DATABASE_URL: postgres.url }),
      waypost: (daemon, key, ...words) =>
        run(join(ROOT, "cli/main.ts"), words, {
          ...{ HOME: folder, WAYPOST_URL: `http://127.0.0.1:${ports[daemon]}`, WAYPOST_API_KEY: key },
        }),
    };
  } catch (cause) {
    await endings.end();
    throw cause;
  }
}

/** It lends fewer connections than the daemons open, and notices soon that Postgres is there again. */
async function startPooler(kept: Endings["kept"], postgresUrl: string): Promise<PgBouncer> {
  const folder = await keptFolder(kept, "pgbouncer");
  const settings = ["default_pool_size = 10", "server_login_retry = 1"];
  return await kept(
    () => startPgBouncer(folder, postgresUrl, settings),
    (pooler) => pooler.stop(),
  );
}

const SETTINGS = {
  WAYPOST_ALLOW_PRIVATE_HOSTS: "127.0.0.0/8",
  WAYPOST_OUTCOME_GRACE_SECONDS: "3",
  WAYPOST_SHUTDOWN_SECONDS: "5",
  WAYPOST_LOG_LEVEL: "info",
};

/** The settings of a daemon by which it reaches everything through its own relays. */
function throughRelays(shared: Record<string, string>, relays: Relays, index: number, databaseUrl: string) {
  const by = (url: string | undefined, way: Relay[]) => {
    const through = new URL(url ?? "");
    through.port = String(way[index]?.port);
    return through.href;
  };
  return {
    DATABASE_URL: relays.database.length === 0 ? databaseUrl : by(databaseUrl, relays.database),
    ...(relays.direct.length === 0 ? {} : { DATABASE_DIRECT_URL: by(databaseUrl, relays.direct) }),
    WAYPOST_GRAPH_URL: by(shared.WAYPOST_GRAPH_URL, relays.graph),
    WAYPOST_WA_WEB_URL: by(shared.WAYPOST_WA_WEB_URL, relays.web),
  };
}

function portOf(url: string | undefined): number {
  return Number(new URL(url ?? "").port);
}

async function run(program: string, words: string[], environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, "--no-env-file", program, ...words], {
    env: { PATH: process.env.PATH, ...FOR_COMMANDS, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, printed, errors };
}

async function runToEnd(program: string, words: string[], environment: Record<string, string>) {
  const { code, printed, errors } = await run(program, words, environment);
  if (code !== 0) throw new Error(`waypostd ${words.join(" ")} ended with ${code}: ${errors}`);
  return printed;
}
