/** Two daemons on the cluster, the sandbox, a Cloud API number and a paired one, a stream and an endpoint. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { freePort } from "../../lib/free-port.ts";
import { createSandboxClient, pairOne } from "../sessions/pairing.ts";
import { createApi } from "../stage/api.ts";
import { fromSource, type Server, startServer } from "../stage/process.ts";
import { makeOrganization, STAGE_SETTINGS, startSandbox } from "../stage/stage.ts";
import type { Cluster } from "./cluster.ts";
import { followStream, type Listener, openEndpoint } from "./listeners.ts";
import type { TrafficOptions } from "./traffic.ts";

export type Site = {
  urls: readonly string[];
  key: string;
  channelsAt(rate: number): TrafficOptions["channels"];
  stream: Listener;
  endpoint: Listener;
  /** Ids of messages that Meta's stand-in took more than once. */
  repeated(): Promise<string[]>;
  close(): Promise<void>;
};

/** What the endpoint is told of: one event for each message that was sent. */
export const TOLD = "message.sent";
/** The paired number sends one message in so many milliseconds, whatever the rate of the other. */
const PAIRED_EVERY_MS = 2000;
const PAIRED = "15557100000";
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
  const control = createSandboxClient(new URL(sandbox.WAYPOST_GRAPH_URL ?? "").origin);
  const endpoint = openEndpoint();
  await api("POST", "/v1/settings/developer/webhooks/endpoints", { url: endpoint.url, filterTypes: [TOLD] });
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const official = await api<{ id: string }>("POST", "/v1/channels", {
    platform: "whatsapp_official",
    name: "Failover",
    phone_number_id: phoneNumber.id,
    waba_id: phoneNumber.wabaId,
    access_token: accessToken,
    settings: UNPACED,
  });
  const paired = await pairOne(api, control, PAIRED);
  const stream = followStream(urls, key);
  return {
    ...{ urls, key, stream, endpoint },
    channelsAt: (rate) => [
      {
        id: official.id,
        everyMs: 1000 / rate,
        recipient: (number) => `+1415500${String(number % 10_000).padStart(4, "0")}`,
      },
      { id: paired.channelId, everyMs: PAIRED_EVERY_MS, recipient: () => "+14157100000" },
    ],
    async repeated() {
      const { repeated } = await control<{ repeated: { biz_opaque_callback_data: string }[] }>(
        "GET",
        "counts",
      );
      return repeated.map(({ biz_opaque_callback_data }) => biz_opaque_callback_data);
    },
    async close() {
      stream.stop();
      await close();
      endpoint.stop();
    },
  };
}
