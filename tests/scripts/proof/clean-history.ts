/** A small run in which every promise was kept: a message that was sent, one that came in, and all their events. */

import { emptyHistory, type History } from "../../../scripts/lab/proof/history/history.ts";
import { numberOf } from "../../../scripts/lab/proof/world/habits.ts";
import { textOf } from "../../../scripts/lab/proof/world/texts.ts";

const statuses = ["queued", "sent", "delivered", "read"];
const owner = { organization: "anna", channel: "ch_1" };
const record = {
  ...owner,
  error: null,
  author: null,
  possibleDuplicate: false,
  contact: "ct_1",
  conversation: "cv_1",
};

export function cleanHistory(): History {
  const statusEvents = statuses.map((status, sequence) =>
    event(`evt_${sequence}`, 200 + sequence, "message.status_update", { message_id: "m1", status, sequence }),
  );
  const arrived = event("evt_4", 300, "message.new", { message_id: "m2" });
  const sent = event("evt_5", 301, "message.sent", { message_id: "m1" });
  const merged = event("evt_6", 302, "conversation.merged", { conversation_id: "cv_2", merged_into: "cv_1" });
  const events = [...statusEvents, merged, sent, arrived];
  return {
    ...emptyHistory(),
    calls: [call(100, 201, null), call(5000, 401, "unauthorized")],
    sends: [
      {
        ...{
          ...owner,
          text: textOf("anna", "send", 1),
          person: numberOf("reached", 1),
          habit: "reached",
          idempotencyKey: "key-1",
        },
        ...{
          at: 100,
          accepted: [{ id: "m1", at: 110 }],
          refused: null,
          isImmediate: true,
          quotes: "m2",
          isPaid: true,
        },
      },
      {
        ...{
          ...owner,
          text: "anna-send-2",
          person: "15550000001",
          habit: "reached",
          idempotencyKey: "key-2",
        },
        ...{
          at: 120,
          accepted: [],
          refused: "suppressed_recipient",
          isImmediate: true,
          quotes: null,
          isPaid: false,
        },
      },
    ],
    cancels: [],
    reveals: [{ organization: "anna", person: "15550000002", number: numberOf("reached", 1) }],
    budgets: [{ id: "bg_1", organization: "anna", price: 0.1, amount: 0.15, spent: 0.1 }],
    merges: [{ organization: "anna", kept: "ct_1", gone: "ct_2", at: 500 }],
    suppressions: [{ organization: "anna", person: "15550000001", at: 115, until: Infinity }],
    arrivals: [
      { text: "anna-send-1", channel: "ch_1", person: "15550000001", order: 0, at: 150, quotes: "wamid.m2" },
    ],
    written: [{ ...owner, text: "anna-write-1", person: "15550000002", at: 250 }],
    endpoints: [{ id: "ep_1", organization: "anna", types: null, at: 50, isHealthy: true }],
    received: events.map(({ id, type, at, body }) => ({
      ...{
        at: at + 10,
        endpoint: "ep_1",
        id,
        type,
        body: JSON.stringify(body),
        isSigned: true,
        isAccepted: true,
      },
    })),
    readings: [{ reader: "reader 1", organization: "anna", ids: events.map(({ id }) => id) }],
    revocations: [{ key: "key a", at: 3000 }],
    probes: [{ at: 400, organization: "bela", path: "/v1/messages/m1", status: 404 }],
    broadcasts: [
      {
        ...{ id: "bc_1", organization: "anna", status: "completed", audience: 2 },
        ...{ states: { read: 1, skipped: 1 }, people: ["15550000003"] },
      },
    ],
    imports: [
      {
        ...{ id: "imp_1", organization: "anna", status: "completed", rows: 2, contacts: [1, 1] },
        counts: { records: 2, created: 2, updated: 0, unchanged: 0, refused: 0 },
      },
    ],
    samples: [{ at: 1000, daemon: "daemon 1", megabytes: 200, files: 60, connections: 20, waitedMs: 0 }],
    states: [
      { at: 60_000, until: 60_010, daemon: "daemon 1", path: "/v1/health", status: 200, worker: "ok" },
    ],
    end: {
      ...{ at: 9000, events, inboundWaiting: 0, inboundFailed: 0, tables: [{ name: "lane_items", rows: 0 }] },
      contacts: [
        { id: "ct_1", organization: "anna", current: "ct_1" },
        { id: "ct_2", organization: "anna", current: "ct_1" },
      ],
      conversations: ["cv_1", "cv_2"].map((id) => ({
        ...{ id, organization: "anna", current: "cv_1", contact: "ct_1", messages: ["m1", "m2"] },
      })),
      messages: [
        {
          ...record,
          id: "m1",
          direction: "outbound",
          providerId: "wamid.m1",
          text: "anna-send-1",
          status: "read",
          statuses,
        },
        {
          ...record,
          id: "m2",
          ...{ direction: "inbound", providerId: "wamid.m2" },
          text: "anna-write-1",
          status: "delivered",
          statuses: [],
        },
      ],
      documented: [{ method: "POST", path: "/v1/messages", statuses: [201, 401, 422] }],
    },
  };
}

function event(id: string, at: number, type: string, body: Record<string, unknown>) {
  return { id, organization: "anna", type, at, body };
}

function call(at: number, status: number, code: string | null) {
  return {
    ...{ at, until: at + 10, organization: "anna", key: "key a", method: "POST", path: "/v1/messages" },
    ...{ status, code, isWellFormed: true },
  };
}
