/** What happens makes old what was read of it, and nothing else. */
import { describe, expect, test } from "bun:test";
import { addOld, type Due, isOld } from "../../../daemon/page/client/live/old.ts";
import type { LiveEvent } from "../../../daemon/page/client/live/reader.ts";

type Happened = [type: string, body?: Record<string, unknown>];
type Read = [route: string, request?: object];

/** Whether something that was read is old once all of this has happened. */
function isOldAfter(happened: readonly Happened[], read: Read): boolean {
  const due = new Map<string, Due>();
  for (const [at, [type, body = {}]] of happened.entries())
    addOld(due, { id: `evt_${at}`, type, body } as LiveEvent);
  return [...due].some(([path, wanted]) => isOld(read, path, wanted));
}

const one = (id: string) => ({ path: { id } });
const of = (conversation_id: string) => ({ query: { conversation_id } });

describe.each<[Happened, old: Read[], kept: Read[]]>([
  [
    ["message.sent", { message_id: "m1", conversation_id: "cv1" }],
    [
      ["GET /v1/messages"],
      ["GET /v1/messages", of("cv1")],
      ["GET /v1/messages/{id}", one("m1")],
      ["GET /v1/messages/{id}/timeline", one("m1")],
      ["GET /v1/conversations"],
      ["GET /v1/conversations/{id}", one("cv1")],
      ["GET /v1/conversations/counts"],
      ["GET /v1/broadcasts/{id}", one("bc1")],
      ["GET /v1/overview"],
      ["GET /v1/overview/history"],
      ["GET /v1/costs"],
    ],
    [
      ["GET /v1/messages", of("cv2")],
      ["GET /v1/messages/{id}", one("m2")],
      ["GET /v1/messages/search"],
      ["GET /v1/conversations/{id}", one("cv2")],
      ["GET /v1/conversations/colleagues"],
      ["GET /v1/broadcasts"],
      ["GET /v1/contacts"],
    ],
  ],
  [
    ["conversation.updated", { conversation_id: "cv1" }],
    [["GET /v1/conversations/{id}", one("cv1")], ["GET /v1/contacts"]],
    [["GET /v1/messages", of("cv1")]],
  ],
  [
    ["conversation.updated", { conversation_id: "cv1", message_id: "m1" }],
    [
      ["GET /v1/messages", of("cv1")],
      ["GET /v1/messages/{id}", one("m1")],
    ],
    [["GET /v1/messages", of("cv2")]],
  ],
  [
    ["contact.updated", { contact_id: "ct1" }],
    [
      ["GET /v1/contacts"],
      ["GET /v1/contacts/{id}/notes", one("ct1")],
      ["GET /v1/quick_replies"],
      ["GET /v1/conversations"],
    ],
    [["GET /v1/contacts/{id}", one("ct2")], ["GET /v1/channels"]],
  ],
  [
    ["channel.status_changed", { channel_id: "ch1" }],
    [["GET /v1/channels"], ["GET /v1/channels/{id}", one("ch1")], ["GET /v1/overview"]],
    [["GET /v1/channels/{id}", one("ch2")], ["GET /v1/events"], ["GET /v1/overview/history"]],
  ],
  [["channel.alerted", { channel_id: "ch1" }], [["GET /v1/events"]], []],
  [
    ["crm.import.committed", {}],
    [["GET /v1/contacts/{id}", one("ct1")], ["GET /v1/contacts/imports"]],
    [["GET /v1/templates"]],
  ],
  [
    ["crm.record.updated", { record_id: "ct1" }],
    [["GET /v1/contacts/{id}", one("ct1")], ["GET /v1/crm/records"]],
    [],
  ],
  [["crm.record.deleted", { record_id: "ct1" }], [["GET /v1/conversations/{id}", one("cv1")]], []],
  [
    ["template.created", { template_id: "tp1" }],
    [["GET /v1/templates"]],
    [["GET /v1/templates/{id}", one("tp2")]],
  ],
  [["endpoint.disabled", {}], [["GET /v1/settings/developer/webhooks/endpoints"], ["GET /v1/overview"]], []],
  [["approval.requested", { approval_id: "ap1" }], [["GET /v1/approvals"]], [["GET /v1/messages"]]],
  [["budget.reached", { budget_id: "bu1" }], [["GET /v1/budgets/{id}", one("bu1")]], []],
  [["nobody.knows", {}], [], [["GET /v1/messages"], ["GET /v1/overview"]]],
])("%j", (happened, old, kept) => {
  for (const read of old)
    test(`makes ${JSON.stringify(read)} old`, () => {
      expect(isOldAfter([happened], read)).toBe(true);
    });
  for (const read of kept)
    test(`leaves ${JSON.stringify(read)}`, () => {
      expect(isOldAfter([happened], read)).toBe(false);
    });
});

test("what makes everything of a noun old does so beside what names one of it", () => {
  const named: Happened = ["contact.updated", { contact_id: "ct2" }];
  for (const happened of [
    [["crm.import.committed"], named] as Happened[],
    [named, ["crm.import.committed"]] as Happened[],
  ])
    expect(isOldAfter(happened, ["GET /v1/contacts/{id}", one("ct1")])).toBe(true);
});

test("each path is said to be old once, until it was read", () => {
  const due = new Map<string, Due>();
  const event = (id: string) => ({ id, type: "template.created", body: { template_id: id } }) as LiveEvent;
  expect([addOld(due, event("a")), addOld(due, event("b"))]).toEqual([["/v1/templates"], []]);
});
