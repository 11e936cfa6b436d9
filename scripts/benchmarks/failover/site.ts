/** Two daemons on the cluster, the sandbox, Cloud API numbers and a paired one, a stream and an endpoint. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { freePort } from "../../lib/free-port.ts";
import { makeNumber } from "../scale/numbers.ts";
import { createSandboxClient, pairOne } from "../sessions/pairing.ts";
import { type Api, createApi } from "../stage/api.ts";
import { fromSource, type Server, startServer } from "../stage/process.ts";
import { makeOrganization, STAGE_SETTINGS, startSandbox } from "../stage/stage.ts";
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
  close(): Promise<void>;
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
const UNPACED = { service_window: "provider", rate: { per_second: 100_000, per_recipient_seconds: 0 } };

/** Opens everything; what was started before a failure is put away. */
export async function openSite(cluster: Cluster): Promise<Site> {
  const servers: Server[] = [];
  const home = mkdtempSync(join(tmpdir(), "waypost-failover-home-"));
  const close = async () => {
    for (const server of servers.toReversed()) await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    return await setUp(cluster, servers, home, close);
  } catch (cause) {
    await close();
    throw cause;
  }
}

async function setUp(
  cluster: Cluster,
  servers: Server[],
  home: string,
  close: () => Promise<void>,
): Promise<Site> {
  const ports = [freePort(), freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const masterKey = randomBytes(32).toString("base64");
  const waypostd = fromSource("daemon/main.ts");
  const sandbox = await startSandbox(servers, waypostd, `${urls[0]}/v1/providers/whatsapp/webhook`);
  const key = await makeOrganization(cluster.databaseUrl, masterKey);
  const environment = {
    ...STAGE_SETTINGS,
    ...sandbox,
    DATABASE_URL: cluster.databaseUrl,
    WAYPOST_HOME: home,
    WAYPOST_MASTER_KEY: masterKey,
  };
  for (const port of ports)
    servers.push(
      await startServer(waypostd, { ...environment, WAYPOST_PORT: String(port) }, /"url":"([^"]+)"/),
    );
  const api = createApi(urls[0] ?? "", key);
  const endpoint = openEndpoint();
  await api("POST", "/v1/settings/developer/webhooks/endpoints", { url: endpoint.url, filterTypes: [TOLD] });
  const sandboxUrl = new URL(sandbox.WAYPOST_GRAPH_URL ?? "").origin;
  const official = await makeOfficial(sandboxUrl, api);
  const control = createSandboxClient(sandboxUrl);
  const paired = await pairOne(api, control, PAIRED);
  const arrivals = watchArrivals((path) => control("GET", path), { number: PAIRED, people: PAIRED_PEOPLE });
  const stream = followStream(urls, key);
  return {
    ...{ urls, key, stream, endpoint },
    address: (number) =>
      number % PAIRED_SHARE === 0
        ? { channel: paired.channelId, to: `+${oneOf(PAIRED_PEOPLE, number / PAIRED_SHARE)}` }
        : { channel: oneOf(official, number), to: personOf(number) },
    arrived: arrivals.count,
    async close() {
      stream.stop();
      await arrivals.stop();
      await close();
      endpoint.stop();
    },
  };
}

/** Connects the sandbox's own number, and others on its account. */
async function makeOfficial(sandboxUrl: string, api: Api): Promise<string[]> {
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const { id } = await api<{ id: string }>("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: "Failover", access_token: accessToken },
    ...{ phone_number_id: phoneNumber.id, waba_id: phoneNumber.wabaId },
  });
  const ids = [id];
  for (let nth = 1; nth < OFFICIAL_NUMBERS; nth++) ids.push(await makeNumber(sandboxUrl, api, nth));
  for (const one of ids) await api("PATCH", `/v1/channels/${one}`, { settings: UNPACED });
  return ids;
}

function oneOf(all: readonly string[], number: number): string {
  return all[number % all.length] ?? "";
}

function personOf(number: number): string {
  return `+1415500${String(number % OFFICIAL_PEOPLE).padStart(4, "0")}`;
}
