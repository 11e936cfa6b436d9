/** An endpoint with a real database and a real receiver, and its lane driven by hand. */

import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createPoster } from "../../daemon/egress/post.ts";
import type { Lane } from "../../daemon/lanes/lane.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { createDownloadLinks } from "../../daemon/media/links/links.ts";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import { sealHeaders } from "../../daemon/webhooks/endpoint.ts";
import type { EndpointForm } from "../../daemon/webhooks/forms/form.ts";
import { createForms } from "../../daemon/webhooks/forms/forms.ts";
import { createEndpointWork } from "../../daemon/webhooks/lane.ts";
import { secretContext } from "../../daemon/webhooks/sealed.ts";
import { newSigningSecret } from "../../daemon/webhooks/signature.ts";
import { connect, type Queryable } from "../../db/connection/client.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { type DeliveryResult, type DeliveryRow, nextDeliveryDue } from "../../db/webhooks/deliveries.ts";
import { insertEndpoint } from "../../db/webhooks/endpoints.ts";
import { testDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { BY_THE_CLOCK, startClock } from "./clock.ts";

export type EndpointOptions = {
  url: string;
  headers?: Record<string, string>;
  filterTypes?: string[];
  rate?: number;
  concurrency?: number;
  format?: string;
  include?: string[];
  fileBytes?: number;
  channels?: string[];
};

export type LaneFixture = Awaited<ReturnType<typeof startLaneFixture>>;

/** `onClock` makes time stand until the fixture's `until` moves it. */
export async function startLaneFixture({
  onClock = false,
  forms = [],
}: {
  onClock?: boolean;
  forms?: readonly EndpointForm[];
} = {}) {
  const { sql: plain, url, drop } = await testDatabase();
  // for outages of some weeks
  await makePartitions(plain, new Date(), 35);
  const clock = onClock ? await startClock(plain) : null;
  const sql = onClock ? connect(url, BY_THE_CLOCK) : plain;
  const secrets = createSecrets([{ id: "testtest", key: new Uint8Array(32).fill(7) }]);
  const poster = createPoster(createEgressGuard(["127.0.0.0/8"]));
  const daemonId = newId("dmn");
  const dependencies = {
    sql,
    secrets,
    poster,
    daemonId,
    providers: {},
    templates: { find: async () => null },
    forms: createForms(forms),
    store: createFolderStore(temporaryFolder("files")),
    downloads: createDownloadLinks(secrets.derive("downloads"), "https://waypost.example"),
  };
  const work = createEndpointWork({ ...dependencies, readCounts: 0 });
  const organizationId = newId("org");

  async function endpoint({ url, headers = {}, filterTypes, rate, concurrency, ...given }: EndpointOptions) {
    const id = newId("ep");
    const secret = newSigningSecret();
    const made = {
      organization_id: organizationId,
      id,
      url,
      description: "",
      created_by: null,
      filter_types: filterTypes ?? null,
      channels: given.channels ?? null,
      headers: sealHeaders(id, headers, secrets),
      rate_per_second: rate ?? null,
      concurrency: concurrency ?? null,
      format: given.format ?? "waypost",
      include: given.include ?? null,
      format_events: null,
      file_bytes: given.fileBytes ?? null,
    };
    const sealed = { id: "first", secret: secrets.encrypt(secret, secretContext(id)) };
    await sql.begin((transaction) => insertEndpoint(transaction, made, sealed));
    const lane: Lane = { organizationId, kind: "endpoint", laneId: id };
    await claimLane(sql, lane, daemonId);
    return { id, lane, secret };
  }

  /** Writes events as the daemon does, in a transaction of their own. */
  async function emit(type: string, bodies: string[], on: Queryable = sql): Promise<void> {
    await on`
      select emit_events(array_agg(row(${organizationId}::text, null, ${type}::text, body)::event_input))
      from unnest(${bodies}::text[]) as body`;
  }

  /** Delivers once what is due and writes the results, as a drain does. */
  async function deliverDue(lane: Lane, signal = new AbortController().signal): Promise<DeliveryResult[]> {
    const open = await work.open(lane);
    if (open === null) return [];
    const items = await open.peek([], 1000);
    const started = await open.start(items);
    const results = await Promise.all(started.map((item) => open.run(item, signal)));
    await open.finish(results);
    return results;
  }

  /** Lets the clock run, delivering what becomes due at its time; with the moments of the attempts. */
  async function until(lane: Lane, moment: Date): Promise<Date[]> {
    if (clock === null) throw new Error("the fixture has no clock");
    const attempts: Date[] = [];
    while (true) {
      const wait = await nextDeliveryDue(sql, { organizationId, endpointId: lane.laneId });
      if (wait === null || clock.now().getTime() + wait > moment.getTime()) break;
      if (wait > 0) await clock.moveTo(new Date(clock.now().getTime() + wait));
      const results = await deliverDue(lane);
      attempts.push(...results.map(() => clock.now()));
    }
    await clock.moveTo(moment);
    return attempts;
  }

  return {
    sql,
    secrets,
    until,
    moveTo: async (moment: Date) => await clock?.moveTo(moment),
    now: () => clock?.now() ?? new Date(),
    work,
    /** What it is made of. */
    dependencies,
    daemonId,
    organizationId,
    endpoint,
    emit,
    deliverDue,
    makeDue: async (lane: Lane) =>
      void (await sql`update lane_items set due_at = now() where lane_id = ${lane.laneId}`),
    deliveries: (id: string) =>
      sql<DeliveryRow[]>`
        select delivery.* from deliveries as stored cross join lateral each_delivery(stored) as delivery
        where stored.endpoint_id = ${id} order by attempt, id`,
    waiting: async (id: string) =>
      (await sql`select unnest(deliveries_of(lane_items)) from lane_items where lane_id = ${id}`).count,
    async stop() {
      clock?.stop();
      poster.close();
      if (sql !== plain) await sql.end();
      await drop();
    },
  };
}
