/** Lanes of every kind with real rows, held by a daemon that is the test itself. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createButtonSigner } from "../../daemon/approvals/whatsapp/sign.ts";
import { createChannelCache } from "../../daemon/channels/cache.ts";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createPoster } from "../../daemon/egress/post.ts";
import { createTunnels } from "../../daemon/gateway/number/tunnels.ts";
import { createImportWork } from "../../daemon/imports/run/lane.ts";
import type { Lane, LaneItem, LaneKind, LaneWork } from "../../daemon/lanes/lane.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createDownloadLinks } from "../../daemon/media/links/links.ts";
import { createConverter } from "../../daemon/media/outgoing/convert/converter.ts";
import { createMediaWork } from "../../daemon/media/received/lane.ts";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { createChannelWork } from "../../daemon/messages/lane/lane.ts";
import { createTemplateDefinitions } from "../../daemon/messages/template-definitions.ts";
import { createCloudApiMedia } from "../../daemon/providers/cloud-api/media-source.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { createCloudApiProvider } from "../../daemon/providers/cloud-api/provider.ts";
import { inUse } from "../../daemon/providers/registry.ts";
import { createForms } from "../../daemon/webhooks/forms/forms.ts";
import { createEndpointWork } from "../../daemon/webhooks/lane.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { upload } from "../imports/support.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";

export const OTHER = "dmn_other";
const OURS = "dmn_suite";
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

/** A broadcast's lane holds nothing but the broadcast: tests/broadcasts. */
export type Kind = Exclude<LaneKind, "broadcast">;

/** A work of whatever kind: what its items and results are is its own matter. */
type AnyWork = LaneWork<LaneItem, never>;
type Works = Record<Kind, AnyWork>;

export type LaneSite = {
  waypost: TestDaemon;
  works: Works;
  worksOf(daemonId: string): Works;
  lanes: Record<Kind, Lane>;
  /** Brings at least so many items into a lane. */
  fill(kind: Kind, count: number): Promise<void>;
  stop(): Promise<void>;
};

export async function startLaneSite(): Promise<LaneSite> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-lanes-"));
  const receiver = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("ok") });
  const waypost = await startTestDaemon({ config: { home: folder } });
  const { organizationId, channelId, sql, sandbox } = waypost;
  // for as long as the test takes; nobody beats for these
  for (const daemonId of [OURS, OTHER])
    await sql`insert into daemons (id, heartbeat_at) values (${daemonId}, now() + interval '1 hour')`;
  const { status, body: endpoint } = await waypost.call("POST", ENDPOINTS, {
    url: receiver.url.href,
    filterTypes: ["commerce.order.updated"],
  });
  if (status !== 201) throw new Error(JSON.stringify(endpoint));
  const worksOf = (daemonId: string) => createWorks(waypost, daemonId, folder);
  const send = (to: string) =>
    waypost.call("POST", "/v1/messages", {
      channel_id: channelId,
      to,
      type: "text",
      content: { body: "Hello" },
    });
  const control = (path: string, body: object) =>
    fetch(`${sandbox.url}/sandbox/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  const bring: Record<Kind, (index: number) => Promise<unknown>> = {
    channel: (index) => send(`49170000010${index}`),
    endpoint: (index) => sql`
      select emit_events(array[row(${organizationId}::text, null, 'commerce.order.updated', ${`{"no":${index}}`}::text)::event_input])`,
    media: (index) => control("inbound", { from: `49170000030${index}`, kind: "image" }),
    import: (index) => upload(waypost, `phone,name\n+49170000040${index},Ada\n`),
  };
  const lanes: LaneSite["lanes"] = {
    channel: { organizationId, kind: "channel", laneId: channelId },
    endpoint: { organizationId, kind: "endpoint", laneId: endpoint.id },
    media: { organizationId, kind: "media", laneId: channelId },
    import: { organizationId, kind: "import", laneId: organizationId },
  };
  // before the daemon has anything to do there
  for (const lane of Object.values(lanes))
    if (!(await claimLane(sql, lane, OURS))) throw new Error(`lane ${lane.kind} is another's`);
  return {
    waypost,
    works: worksOf(OURS),
    worksOf,
    lanes,
    async fill(kind, count) {
      for (let index = 0; index < count; index++) await bring[kind](index);
    },
    async stop() {
      await waypost.stop();
      await receiver.stop(true);
      rmSync(folder, { recursive: true });
    },
  };
}

function createWorks({ sql, secrets, sandbox }: TestDaemon, daemonId: string, folder: string): Works {
  const guard = createEgressGuard(["127.0.0.0/8"]);
  const provider = {
    ...createCloudApiProvider(sandbox.graphUrl),
    media: createCloudApiMedia(sandbox.graphUrl, guard),
  };
  const providers = inUse({ [CLOUD_API.name]: provider }, false);
  const tunnels = createTunnels(secrets, guard);
  const shared = { sql, secrets, tunnels, daemonId, providers, log: createLog("silent") };
  const files = {
    store: createFolderStore(join(folder, "kept")),
    ...{ incoming: join(folder, "incoming"), organizationMediaGb: 1, converter: createConverter({}) },
  };
  const channel = createChannelWork({
    ...shared,
    channels: createChannelCache(sql, () => true),
    templates: createTemplateDefinitions(sql, () => true),
    signButtons: createButtonSigner(sql, secrets.derive("approvals")),
    ...files,
  });
  const templates = createTemplateDefinitions(sql, () => true);
  const forms = createForms([]);
  const endpoint = createEndpointWork({
    ...shared,
    ...files,
    templates,
    forms,
    downloads: createDownloadLinks(secrets.derive("downloads"), undefined),
    poster: createPoster(guard),
    readCounts: 0,
  });
  const media = createMediaWork({ ...shared, ...files });
  const imports = createImportWork({ ...shared, isStopping: () => false });
  return { channel, endpoint, media, import: imports } as unknown as Works;
}
