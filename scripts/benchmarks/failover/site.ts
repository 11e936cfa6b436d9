/** Two daemons on the cluster, the sandbox, Cloud API numbers and a paired one, a stream and an endpoint. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../lib/free-port.ts";
import { type Api, createApi } from "../../stage/api.ts";
import type { Endings } from "../../stage/endings.ts";
import { makeOrganization, STAGE_SETTINGS } from "../../stage/organization.ts";
import { pairOne } from "../../stage/pairing.ts";
import { DAEMON_READY, fromSource, startServer } from "../../stage/process.ts";
import { addOfficial, connectOfficial, type Sandbox, startSandbox } from "../../stage/sandbox.ts";
import { type Arrived, watchArrivals } from "./arrivals.ts";
import type { Cluster } from "./cluster.ts";
import { followStream, type Listener, openEndpoint } from "./listeners.ts";
import type { TrafficOptions } from "./traffic.ts";

export type Site = {
  urls: readonly string[];
  key: string;
  address: TrafficOptions["address"];
  stream: Listener;
  endpoint: Listener;
  /** What came to people until now. */
  arrived(): Promise<Arrived>;
};

/** What the endpoint is told of: one event for each message that was sent. */
export const TOLD = "message.sent";
/** Lanes for both daemons. */
const OFFICIAL_NUMBERS = 4;
const PAIRED = "15557100000";
/** One send in so many is the paired number's, whose messages go out one after another. */
const PAIRED_SHARE = 50;
/** Whom the paired number writes to, in turn. */
const PAIRED_PEOPLE = Array.from({ length: 5 }, (_, index) => `1415710000${index}`);
const OFFICIAL_PEOPLE = 10_000;

/** Opens everything, which `endings` ends. */
export async function openSite(cluster: Cluster, { kept }: Endings): Promise<Site> {
  const stop = async (one: { stop(): unknown }) => await one.stop();
  const home = await kept(
    async () => mkdtempSync(join(tmpdir(), "waypost-failover-home-")),
    async (folder) => rmSync(folder, { recursive: true, force: true }),
  );
  const endpoint = await kept(async () => openEndpoint(), stop);
  const ports = [freePort(), freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const masterKey = randomBytes(32).toString("base64");
  const sandbox = await kept(() => startSandbox(ports[0] ?? 0), stop);
  const key = await makeOrganization(cluster.databaseUrl, masterKey);
  const environment = {
    ...{ ...STAGE_SETTINGS, ...sandbox.environment, DATABASE_URL: cluster.databaseUrl },
    ...{ WAYPOST_HOME: home, WAYPOST_MASTER_KEY: masterKey },
  };
  for (const port of ports) {
    const own = { ...environment, WAYPOST_PORT: String(port) };
    await kept(() => startServer(fromSource("daemon/main.ts"), own, DAEMON_READY), stop);
  }
  const api = createApi(urls[0] ?? "", key);
  await api("POST", "/v1/settings/developer/webhooks/endpoints", { url: endpoint.url, filterTypes: [TOLD] });
  const official = await connectNumbers(sandbox, api);
  const paired = await pairOne(api, sandbox, PAIRED);
  const read = (path: string) => sandbox.control("GET", path);
  const arrivals = await kept(
    async () => watchArrivals(read, { number: PAIRED, people: PAIRED_PEOPLE }),
    stop,
  );
  const stream = await kept(async () => followStream(urls, key), stop);
  return {
    ...{ urls, key, stream, endpoint, arrived: arrivals.count },
    address: (number) =>
      number % PAIRED_SHARE === 0
        ? { channel: paired.channelId, to: `+${oneOf(PAIRED_PEOPLE, number / PAIRED_SHARE)}` }
        : { channel: oneOf(official, number), to: personOf(number) },
  };
}

async function connectNumbers(sandbox: Sandbox, api: Api): Promise<string[]> {
  const ids = [await connectOfficial(api)];
  for (let nth = 1; nth < OFFICIAL_NUMBERS; nth++) ids.push(await addOfficial(sandbox, api, nth));
  return ids;
}

function oneOf(all: readonly string[], number: number): string {
  return all[number % all.length] ?? "";
}

function personOf(number: number): string {
  return `+1415500${String(number % OFFICIAL_PEOPLE).padStart(4, "0")}`;
}
