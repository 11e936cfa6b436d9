import { metaZone } from "../../lib/time/meta-zones.ts";
import type { NumberLimits, ProviderChannel } from "../channel.ts";
import type { Graph } from "./graph.ts";
import { field, numericId, text } from "./inbound/values.ts";

/** Messages a second by the level that Meta gives a number (Meta, "Throughput"). */
const PER_SECOND: Record<string, number> = { STANDARD: 80, HIGH: 1000 };

const FIELDS = "throughput,is_on_biz_app,whatsapp_business_manager_messaging_limit";
/** The fields of versions of the Graph API before v24.0. */
const OLDER_FIELDS = "throughput,is_on_biz_app,messaging_limit_tier";

type Account = { accessToken: string; phoneNumberId: string; wabaId: string | null };

/** Adds the limits to a channel, if it has what that needs. */
export async function withLimits<Found extends object>(
  graph: Graph,
  found: Found,
  { accessToken, phoneNumberId, limits }: ProviderChannel,
  signal?: AbortSignal,
): Promise<Found & { limits?: NumberLimits }> {
  if (limits === undefined || accessToken === null || phoneNumberId === null) return found;
  const account = { accessToken, phoneNumberId, wabaId: limits.wabaId };
  return { ...found, limits: await readLimits(graph, account, signal) };
}

/** A number's limits at Meta, its owner, and the time zone that it is billed by. Members that Meta doesn't report are absent. Never throws. */
async function readLimits(
  graph: Graph,
  { accessToken, phoneNumberId, wabaId }: Account,
  signal: AbortSignal | undefined,
): Promise<NumberLimits> {
  const get = async (path: string) => {
    const given = signal === undefined ? {} : { signal };
    const response = await graph({ method: "GET", path, accessToken, ...given });
    return response.kind === "response" ? response.body : null;
  };
  const number =
    (await get(`/${phoneNumberId}?fields=${FIELDS}`)) ??
    (await get(`/${phoneNumberId}?fields=${OLDER_FIELDS}`)) ??
    {};
  const account = wabaId === null ? null : await get(`/${wabaId}?fields=owner_business_info,timezone_id`);
  return { ...limitsOf(number), ...accountOf(account ?? {}) };
}

function limitsOf(number: Record<string, unknown>): NumberLimits {
  const throughput = PER_SECOND[text(field(number.throughput, "level")) ?? ""];
  const limit = text(number.whatsapp_business_manager_messaging_limit) ?? text(number.messaging_limit_tier);
  return {
    ...(throughput === undefined ? {} : { throughput }),
    ...(typeof number.is_on_biz_app === "boolean" ? { coexists: number.is_on_biz_app } : {}),
    ...(limit === null ? {} : { messagingLimit: limit }),
  };
}

function accountOf(account: Record<string, unknown>): NumberLimits {
  const portfolioId = text(field(account.owner_business_info, "id"));
  const timeZone = metaZone(numericId(account.timezone_id) ?? "");
  return {
    ...(portfolioId === null ? {} : { portfolioId }),
    ...(timeZone === null ? {} : { timeZone }),
  };
}
