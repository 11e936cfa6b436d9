import { endStaleDeliveries } from "../../db/maintenance/past-retention.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import type { Cause } from "./causes.ts";

const EVENTS = "/v1/settings/developer/webhooks";

/** Causes of the events about endpoints. */
export function endpointCauses(waypost: TestDaemon): {
  causes: Record<string, Cause>;
  stop(): Promise<void>;
} {
  /** The status with which the endpoints answer. */
  let status = 500;
  let people = 7000;
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(null, { status }),
  });
  const post = async (path: string, body: object = {}) => (await waypost.call("POST", path, body)).body;

  /** An endpoint that has failed for two hours, as far as it is known. */
  async function failingEndpoint(): Promise<string> {
    status = 500;
    const url = `http://127.0.0.1:${receiver.port}/`;
    const { id } = await post(`${EVENTS}/endpoints`, { url, filterTypes: ["contact.updated"] });
    await post("/v1/contacts", { phone_number: `+1415555${people++}` });
    const failed = async () =>
      (await waypost.sql`select from webhook_endpoints where id = ${id} and failing_since is not null`)
        .length > 0;
    await until(failed);
    await waypost.sql`update webhook_endpoints set failing_since = now() - interval '2 hours' where id = ${id}`;
    return id;
  }

  /** Has what an endpoint did not take delivered again. */
  async function retry(id: string): Promise<void> {
    const { body } = await waypost.call("GET", `${EVENTS}/deliveries?endpoint_id=${id}`);
    await post(`${EVENTS}/deliveries/${body.data[0].message_id}/retry`, { endpoint_id: id });
  }

  const toldOfFailing = async () =>
    (await waypost.sql`select from events where type = 'endpoint.failing'`).length;

  const causes: Record<string, Cause> = {
    "endpoint.failing": async () => retry(await failingEndpoint()),
    "endpoint.disabled": async () => {
      const id = await failingEndpoint();
      status = 410;
      await retry(id);
    },
    "endpoint.deliveries_expired": async () => {
      await failingEndpoint();
      await endStaleDeliveries(waypost.sql, new Date(Date.now() + 3600_000));
    },
    "endpoint.recovered": async () => {
      const id = await failingEndpoint();
      const before = await toldOfFailing();
      await retry(id);
      await until(async () => (await toldOfFailing()) > before);
      status = 200;
      await retry(id);
    },
  };
  return { causes, stop: () => receiver.stop(true) };
}
