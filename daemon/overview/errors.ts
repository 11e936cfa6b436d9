import type { Sql } from "../../db/connection/client.ts";
import {
  type FailedDelivery,
  type FailedMessage,
  failedDeliveries,
  failedMessages,
} from "../../db/overview/traffic.ts";
import type { Scope } from "./scope.ts";

type Names = {
  channels: readonly { id: string; name: string }[];
  endpoints: readonly { id: string; url: string }[];
};

/** So that what fails all the time leaves room for the other kind. */
const MOST_OF_A_KIND = 50;

/** Recent failures that a caller may see, the latest first. */
export async function recentErrors(sql: Sql, scope: Scope, { channels, endpoints }: Names) {
  const { organizationId, channelIds, endpointIds, mayReadMessages, mayReadEndpoints } = scope;
  const [messages, deliveries] = await Promise.all([
    mayReadMessages ? failedMessages(sql, organizationId, channelIds, MOST_OF_A_KIND) : [],
    mayReadEndpoints ? failedDeliveries(sql, organizationId, endpointIds, MOST_OF_A_KIND) : [],
  ]);
  const channelNames = new Map(channels.map(({ id, name }) => [id, name]));
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  return [
    ...messages.map((row) => showMessage(row, channelNames.get(row.channel_id) ?? row.channel_id)),
    ...deliveries.map((row) => showDelivery(row, urls.get(row.endpoint_id) ?? row.endpoint_id)),
  ].sort((one, other) => other.at.localeCompare(one.at));
}

function showMessage({ id, at, channel_id, code, detail }: FailedMessage, name: string) {
  return {
    kind: "message",
    id,
    at: at.toISOString(),
    channel_id,
    endpoint_id: null,
    name,
    code: code ?? "unknown",
    detail,
  };
}

function showDelivery(row: FailedDelivery, name: string) {
  return {
    kind: "delivery",
    id: row.id,
    at: row.at.toISOString(),
    channel_id: null,
    endpoint_id: row.endpoint_id,
    name,
    code: row.response_status === null ? "no_answer" : String(row.response_status),
    detail: row.error === null ? row.event_type : `${row.event_type}: ${row.error}`,
  };
}
