/** Several numbers on one account, each with an endpoint of its own: lanes for several daemons. */
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import type { Api } from "../stage/api.ts";
import type { Stage } from "../stage/stage.ts";

export type Numbers = { channelIds: string[]; endpointIds: string[] };

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const UNPACED = { rate: { per_second: 100_000, per_recipient_seconds: 0 }, warmup: null };

/** So many, the stage's own among them, which send as fast as they can and whose statuses go to `receiverUrl`. */
export async function makeNumbers(stage: Stage, count: number, receiverUrl: string): Promise<Numbers> {
  const { api, channelId } = stage.daemon;
  const numbers: Numbers = { channelIds: [channelId], endpointIds: [] };
  for (let nth = 1; nth < count; nth++) numbers.channelIds.push(await makeNumber(stage.sandboxUrl, api, nth));
  for (const [nth, id] of numbers.channelIds.entries()) {
    await api("PATCH", `/v1/channels/${id}`, { settings: UNPACED });
    const endpoint = await api<{ id: string }>("POST", ENDPOINTS, {
      ...{ url: `${receiverUrl}/good/${nth}`, filterTypes: ["message.status_update"], channels: [id] },
    });
    numbers.endpointIds.push(endpoint.id);
  }
  return numbers;
}

/** Adds a number to the account, and makes its channel; returns the channel's id. */
export async function makeNumber(sandboxUrl: string, api: Api, nth: number): Promise<string> {
  const { wabaId } = SANDBOX_DEFAULTS.phoneNumber;
  const id = `10020030040060${nth}`;
  const response = await fetch(`${sandboxUrl}/sandbox/phone_numbers`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ id, waba_id: wabaId, verified_name: `Benchmark ${nth}`, registered: true, verified: true },
      display_phone_number: `+1 555-099-020${nth}`,
    }),
  });
  if (!response.ok) throw new Error(`/sandbox/phone_numbers: ${response.status} ${await response.text()}`);
  const channel = await api<{ id: string }>("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: `Benchmark ${nth}`, phone_number_id: id, waba_id: wabaId },
    access_token: SANDBOX_DEFAULTS.accessToken,
    settings: { service_window: "provider" },
  });
  return channel.id;
}
