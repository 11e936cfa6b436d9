/** Something for the overview to show: a channel with traffic, and endpoints that do well and that don't. */
import type { TestDaemon } from "../support/daemon.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
/** A number of the Graph sandbox that nothing reaches. */
export const UNDELIVERABLE = "15550000101";

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
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  isWanted: (overview: any) => boolean,
  // biome-ignore lint/suspicious/noExplicitAny: as above
): Promise<any> {
  while (true) {
    const { body } = await waypost.call("GET", "/v1/overview");
    if (isWanted(body)) return body;
    await Bun.sleep(50);
  }
}
