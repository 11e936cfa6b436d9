/** Every list, with each filter, as it is asked for over HTTP: of what many rows are, of what few are, and of what none is. */

import { residentMegabytes } from "../stage/process.ts";
import type { Target } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import { contactNumbered, conversationNumbered, phoneNumbered } from "./rows.ts";

/** How long pages of one list took, in milliseconds, and how many rows they had. */
export type ListTimes = { list: string; rows: number; p50: number; p99: number };

export type ListsMeasured = {
  lists: ListTimes[];
  /** The most that the daemon occupied meanwhile, in MiB. */
  megabytes: number;
};

const HOPELESS_MS = 2000;
const DAY_MS = 24 * 3600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Asks for each of them so many times, one after another. */
export async function measureLists(
  target: Target,
  channelIds: readonly string[],
  endpointIds: readonly string[],
  requests: number,
): Promise<ListsMeasured> {
  const lists: ListTimes[] = [];
  let megabytes = 0;
  for (const path of pathsOf(channelIds, endpointIds)) {
    lists.push(await measureList(target, path, requests));
    megabytes = Math.max(megabytes, residentMegabytes(target.pid));
  }
  return { lists, megabytes };
}

async function measureList({ api }: Target, path: string, requests: number): Promise<ListTimes> {
  const times: number[] = [];
  let rows = 0;
  // the first warms up; one that is refused for its length is not asked for again
  for (let nth = 0; nth <= requests && !times.some((time) => time > HOPELESS_MS); nth++) {
    const startedAt = performance.now();
    const found = await api<{ data?: unknown[] }>("GET", path).catch((cause) => {
      if (performance.now() - startedAt < HOPELESS_MS) throw cause;
      return null;
    });
    const took = performance.now() - startedAt;
    if (nth > 0 || took > HOPELESS_MS) times.push(took);
    if (nth > 0) rows += found?.data?.length ?? 0;
  }
  return {
    list: path,
    rows: rounded(rows / requests),
    p50: rounded(quantile(times, 0.5)),
    p99: rounded(quantile(times, 0.99)),
  };
}

function pathsOf(channelIds: readonly string[], endpointIds: readonly string[]): string[] {
  const [most = ""] = channelIds;
  const few = channelIds.at(-1) ?? "";
  const span = { after: daysAgo(12), before: daysAgo(10) };
  const [conversation, contact, number] = [conversationNumbered(1), contactNumbered(1), phoneNumbered(1)];
  const many = [
    "queued",
    "scheduled",
    "sending",
    "sent",
    "delivered",
    "read",
    "played",
    "failed",
    "cancelled",
  ];
  const messages = [
    "",
    ...many.map((status) => `status=${status}`),
    ...["text", "template", "image", "location", "poll", "presence"].map((type) => `type=${type}`),
    ...["direction=inbound", "direction=outbound"],
    `created_after=${span.after}&created_before=${span.before}`,
    `created_before=${span.before}&status=failed`,
    `created_before=${span.before}&type=template`,
    ...[`channel_id=${most}`, `channel_id=${few}`, `channel_id=${few}&status=failed`],
    ...[
      `channel_id=${few}&type=poll`,
      `channel_id=${few}&type=presence`,
      `channel_id=${most}&status=cancelled`,
    ],
    ...[`conversation_id=${conversation}`, `conversation_id=${conversation}&type=poll`],
    ...[
      `conversation_id=${conversation}&status=cancelled`,
      `contact_id=${contact}`,
      `contact_id=${contact}&status=failed`,
    ],
    ...[`to=${number}`, `to=${number}&direction=inbound`, `to=${number}&type=presence`],
  ];
  const deliveries = [
    "",
    ...["pending", "succeeded", "failed", "exhausted"].map((status) => `status=${status}`),
    ...["message.new", "contact.updated", "crm.task.completed", "template.status_update"].map(
      (type) => `event_type=${type}`,
    ),
    ...[`endpoint_id=${endpointIds[0]}`, `endpoint_id=${endpointIds[0]}&status=failed`],
    ...[
      `since=${span.after}&until=${span.before}`,
      `since=${span.after}&until=${span.before}&status=exhausted`,
    ],
    "message_id=evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
  ];
  const conversations = [
    ...[
      "",
      "status=open",
      "status=closed",
      "status=snoozed",
      `channel_id=${few}`,
      `channel_id=${few}&status=snoozed`,
    ],
    ...[`contact_id=${contact}`, `updated_after=${daysAgo(1)}`, `updated_after=${daysAgo(0)}`],
    "assignee_id=01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  ];
  const contacts = ["", "tag=half", "tag=rare", "q=maria", "q=ma", "q=nobodyhasthis", "q=maria&tag=rare"];
  const events = [
    ...[
      "",
      "type=message.new",
      "type=contact.updated",
      "type=crm.task.completed",
      "type=template.status_update",
    ],
    ...[`channel_id=${few}`, `since=${daysAgo(10)}`, `since=${daysAgo(10)}&type=crm.task.completed`],
  ];
  return [
    ...messages.map((query) => `/v1/messages?${query}`),
    ...deliveries.map((query) => `/v1/settings/developer/webhooks/deliveries?${query}`),
    ...conversations.map((query) => `/v1/conversations?${query}`),
    ...[...contacts, `phone=%2B${number}`, `updated_after=${daysAgo(0.01)}`].map(
      (query) => `/v1/contacts?${query}`,
    ),
    ...events.map((query) => `/v1/events?${query}`),
    ...["/v1/orders", "/v1/templates", "/v1/contacts/imports", "/v1/audit", "/v1/crm/records?kind=contact"],
    ...["/v1/overview", "/v1/diagnostics"],
  ];
}
