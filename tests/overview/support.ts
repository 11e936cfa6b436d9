/** Something for the overview to show: a channel with traffic, and endpoints that do well and that don't. */
import type { readOverview } from "../../daemon/overview/overview.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";

export type Overview = Awaited<ReturnType<typeof readOverview>>;

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
/** A number of the Graph sandbox that nothing reaches. */
export const UNDELIVERABLE = "15550000101";
/** One at which messages arrive, and are not read. */
export const UNREAD = "15550000901";

export async function sendTo(
  waypost: TestDaemon,
  to: string,
  channelId = waypost.channelId,
): Promise<string> {
  const message = { channel_id: channelId, to, type: "text", content: { body: "Hello" } };
  return (await waypost.call("POST", "/v1/messages", message)).body.id;
}

export async function receiveFrom(waypost: TestDaemon, from: string): Promise<void> {
  const body = JSON.stringify({ from, text: "Hi" });
  const headers = { "content-type": "application/json" };
  await fetch(`${waypost.sandbox.url}/sandbox/inbound`, { method: "POST", headers, body });
}

/** An endpoint's id. */
export async function makeEndpoint(waypost: TestDaemon, url: string, fields: object = {}): Promise<string> {
  return (await waypost.call("POST", ENDPOINTS, { url, ...fields })).body.id;
}

export async function changeEndpoint(waypost: TestDaemon, id: string, changes: object): Promise<void> {
  await waypost.call("PATCH", `${ENDPOINTS}/${id}`, changes);
}

/** A channel that sends nothing, so that what it is given waits. */
export async function makeChannel(waypost: TestDaemon, name: string): Promise<string> {
  const channel = { platform: "whatsapp_unofficial", name };
  return (await waypost.call("POST", "/v1/channels", channel)).body.id;
}

/** Asks again until what is answered is as wanted. */
export async function overviewWhen(
  waypost: TestDaemon,
  isWanted: (overview: Overview) => boolean,
): Promise<Overview> {
  return await eventually("overview as wanted", async () => {
    const overview: Overview = (await waypost.call("GET", "/v1/overview")).body;
    return isWanted(overview) && overview;
  });
}
