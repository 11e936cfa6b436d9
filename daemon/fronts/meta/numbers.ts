import type { ApiRecord } from "../../http/inside/own-api.ts";
import { isObject, objects } from "../../lib/objects.ts";
import type { Call } from "./call.ts";
import { numberCallbacks } from "./callbacks.ts";
import { type Fields, onlyFields } from "./fields.ts";
import type { GraphNumber } from "./objects.ts";

const SHOWN: Fields = ["id", "display_phone_number", "verified_name", "quality_rating", "platform_type"];
const CALLBACKS = "webhook_configuration";

/** `GET {phone_number_id}`. */
export async function showNumber(call: Call, number: GraphNumber) {
  return await shown(call, number, await call.api.get(`/v1/channels/${number.channelId}`));
}

async function shown(call: Call, number: GraphNumber, channel: ApiRecord) {
  const { query } = call;
  const asksForCallbacks = query.fields?.includes(CALLBACKS) === true;
  const callbacks = asksForCallbacks ? { [CALLBACKS]: await numberCallbacks(call, number) } : {};
  return onlyFields({ ...numberOf(channel), ...callbacks }, query, SHOWN);
}

/** `GET {waba_id}/phone_numbers`: of a paired number, its own. */
export async function listNumbers(call: Call, numbers: readonly GraphNumber[]) {
  const channels = numbers.length > 1 ? await channelsOf(call) : null;
  const data: object[] = [];
  for (const number of numbers) {
    const channel = channels?.get(number.channelId);
    data.push(await (channel === undefined ? showNumber(call, number) : shown(call, number, channel)));
  }
  return { data, paging: { cursors: { before: "0", after: "0" } } };
}

/** All channels on Meta's platform, by id: one question for many numbers. */
async function channelsOf({ api }: Call): Promise<Map<string, ApiRecord>> {
  const found = new Map<string, ApiRecord>();
  let cursor: unknown;
  do {
    const page = await api.get("/v1/channels", { platform: "whatsapp_official", limit: 100, cursor });
    for (const channel of objects(page.data)) found.set(String(channel.id), channel);
    cursor = (page.meta as ApiRecord).next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** `GET {waba_id}`. */
export async function showAccount({ api, query }: Call, [number]: readonly GraphNumber[]) {
  const { name } = await api.get(`/v1/channels/${number?.channelId}`);
  const account = { id: number?.waba_id, name, timezone_id: "0", message_template_namespace: "waypost" };
  return onlyFields(account, query, Object.keys(account));
}

/** `GET {phone_number_id}/whatsapp_business_profile`: Waypost keeps none. */
export async function showProfile({ api }: Call, { channelId }: GraphNumber) {
  await api.get(`/v1/channels/${channelId}`);
  return { data: [{ messaging_product: "whatsapp" }] };
}

function numberOf({ name, phone_number, status, sandbox, quality_rating, graph }: ApiRecord): ApiRecord {
  const isConnected = status === "connected" || status === "degraded";
  return {
    ...(isObject(graph) ? { id: graph.phone_number_id } : {}),
    display_phone_number: phone_number ?? "",
    verified_name: name,
    quality_rating: quality_rating ?? "UNKNOWN",
    platform_type: "CLOUD_API",
    code_verification_status: isConnected ? "VERIFIED" : "NOT_VERIFIED",
    name_status: "APPROVED",
    status: isConnected ? "CONNECTED" : "DISCONNECTED",
    account_mode: sandbox === true ? "SANDBOX" : "LIVE",
    throughput: { level: "STANDARD" },
    is_official_business_account: false,
    is_pin_enabled: false,
  };
}
