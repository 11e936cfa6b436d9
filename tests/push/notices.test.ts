/** Which events somebody is notified of, and in which words. */
import { expect, test } from "bun:test";
import { NOTICES } from "../../daemon/page/languages/en.ts";
import {
  conversationNotices,
  type Reader,
  type SeenConversation,
  TYPES,
  wantedOf,
} from "../../daemon/push/notices.ts";
import { isQuiet, type Wants } from "../../daemon/push/wants.ts";
import { EVENT_TYPES } from "../webhooks/event-types.ts";

const WANTS: Wants = {
  ...{ messages: "all", quiet_channels: [], numbers: true, budgets: true },
  ...{ quiet_hours: null, hides_texts: false },
};

const reader = (wants: Partial<Wants> = {}, mayRead: Reader["mayRead"] = () => true): Reader => ({
  ...{ userId: "u1", wants: { ...WANTS, ...wants }, words: NOTICES, mayRead },
});

let position = 0;
const event = (type: string, body: object, channel_id: string | null = "ch_1") => ({
  ...{ type, channel_id, position: ++position },
  body: JSON.stringify({ channel_id, ...body }),
});

const cases: { says: string; type: string; body: object; wants?: Partial<Wants>; want: object }[] = [
  ...[
    { direction: "inbound", want: { written: ["cv_1"] } },
    { direction: "outbound", want: {} },
  ].map(({ direction, want }) => ({
    ...{ says: `a message that is ${direction}`, type: "message.new", want },
    body: { direction, conversation_id: "cv_1" },
  })),
  {
    ...{ says: "no messages", type: "message.new", wants: { messages: "none" }, want: {} },
    body: { direction: "inbound", conversation_id: "cv_1" },
  },
  {
    ...{ says: "a quiet number", type: "message.new", wants: { quiet_channels: ["ch_1"] }, want: {} },
    body: { direction: "inbound", conversation_id: "cv_1" },
  },
  {
    ...{ says: "a missed call", type: "call.missed", want: { written: ["cv_1"] } },
    body: { conversation_id: "cv_1" },
  },
  {
    ...{ says: "a call that is over unanswered", type: "call.status_update", want: { written: ["cv_1"] } },
    body: { direction: "inbound", message_id: "m", duration_seconds: null, conversation_id: "cv_1" },
  },
  {
    ...{ says: "a call that was taken", type: "call.status_update", want: {} },
    body: { direction: "inbound", message_id: "m", duration_seconds: 9, conversation_id: "cv_1" },
  },
  {
    ...{ says: "a note that mentions them, of no messages", type: "conversation.note_created" },
    ...{ wants: { messages: "none" as const }, want: { mentions: ["cv_1"] } },
    body: { mentions: ["u1"], author: "u2", conversation_id: "cv_1" },
  },
  {
    ...{ says: "a note of their own", type: "conversation.note_created", want: {} },
    body: { mentions: ["u1"], author: "u1", conversation_id: "cv_1" },
  },
  {
    ...{ says: "a note for others", type: "conversation.note_created", want: {} },
    body: { mentions: ["u3"], author: "u2", conversation_id: "cv_1" },
  },
  {
    ...{ says: "a number that is logged out", type: "channel.logged_out", body: { reason: "pair it again" } },
    want: { titles: ["A number is logged out: pair it again"] },
  },
  {
    ...{ says: "a restricted number", type: "channel.status_changed" },
    ...{ body: { status: "restricted", reason: "for a day" } },
    want: { titles: ["WhatsApp restricts a number: for a day"] },
  },
  {
    ...{ says: "a passkey that is asked", type: "channel.status_changed" },
    ...{ body: { status: "pairing", reason: "passkey_wanted" } },
    want: { titles: ["A pairing waits for a passkey: "] },
  },
  {
    ...{ says: "a number that is back", type: "channel.status_changed" },
    ...{ body: { status: "connected", reason: null }, want: {} },
  },
  ...["critical", "poor"].map((level) => ({
    ...{ says: `health that is ${level}`, type: "channel.health_changed" },
    ...{ body: { level, advice: "Stop the campaign." } },
    want: level === "critical" ? { titles: ["A number is in bad health: Stop the campaign."] } : {},
  })),
  {
    ...{ says: "numbers of which nothing is wanted", type: "channel.logged_out", body: { reason: "x" } },
    ...{ wants: { numbers: false }, want: {} },
  },
  ...(["warned", "exhausted"] as const).map((what) => ({
    ...{ says: `a budget that is ${what}`, type: `budget.${what}` },
    body: { budget_id: "bg_1", spent: 400.05, amount: 500, currency: "EUR", period: "month" },
    want: {
      titles: [`A budget is ${what === "warned" ? "nearly spent" : "spent"}: 400.05 of 500 EUR this month`],
    },
  })),
  {
    ...{ says: "budgets of which nothing is wanted", type: "budget.warned", body: { budget_id: "bg_1" } },
    ...{ wants: { budgets: false }, want: {} },
  },
];

test.each(cases)("$says", ({ type, body, wants, want }) => {
  const { mentions, written, notices } = wantedOf([event(type, body)], reader(wants));
  const titles = notices.map(({ title, body }) => `${title}: ${body}`);
  expect({ mentions: [...mentions], written: [...written], titles }).toEqual({
    ...{ mentions: [], written: [], titles: [] },
    ...want,
  });
});

test("who may not read costs is told of no budget, and who may not read numbers of none", () => {
  const events = [event("budget.warned", { budget_id: "bg_1" }), event("channel.logged_out", {})];
  expect(
    wantedOf(
      events,
      reader({}, () => false),
    ).notices,
  ).toEqual([]);
});

test("a number that needs somebody twice is said once, as it is last", () => {
  const events = ["first", "last"].map((reason) => event("channel.logged_out", { reason }));
  expect(wantedOf(events, reader()).notices.map(({ body }) => body)).toEqual(["last"]);
});

test("every type that is read is a type of event", () => {
  expect(TYPES.filter((type) => !EVENT_TYPES.includes(type))).toEqual([]);
});

const conversation = (nth: number, more: Partial<SeenConversation> = {}): SeenConversation => ({
  ...{ id: `cv_${nth}`, assignee_id: null, unread_count: 1, name: `Person ${nth}`, text: `text ${nth}` },
  ...more,
});
const said = (conversations: SeenConversation[], wants: Partial<Wants> = {}, mentions: string[] = []) =>
  conversationNotices(conversations, { mentions: new Set(mentions) }, reader(wants)).map(
    ({ title, body, path }) => [title, body, path],
  );

test("what was read in the meantime is not said", () => {
  expect(said([conversation(1, { unread_count: 0 }), conversation(2)])).toEqual([
    ["Person 2", "text 2", "inbox/cv_2"],
  ]);
});

test.each([
  ["all", ["Person 1", "Person 2", "Person 3"]],
  ["mine_and_unassigned", ["Person 1", "Person 2"]],
  ["mine", ["Person 1"]],
  ["none", []],
] as const)("messages of %s", (messages, names) => {
  const assignees = ["u1", null, "u2"];
  const all = assignees.map((assignee_id, at) => conversation(at + 1, { assignee_id }));
  expect(said(all, { messages }).map(([title]) => title)).toEqual([...names]);
});

test("a mention is said of a colleague's conversation that is read, and not as a message besides", () => {
  const meant = conversation(1, { assignee_id: "u2", unread_count: 0 });
  expect(said([meant], { messages: "mine" }, ["cv_1"])).toEqual([
    ["You are mentioned: Person 1", "text 1", "inbox/cv_1"],
  ]);
});

test.each([
  [5, null],
  [6, "1 more conversation"],
  [8, "3 more conversations"],
])("of %p conversations, more than five are said in one line", (count, line) => {
  const titles = said(Array.from({ length: count }, (_, at) => conversation(at + 1))).map(([title]) => title);
  expect(titles.slice(0, 5)).toEqual(["Person 1", "Person 2", "Person 3", "Person 4", "Person 5"]);
  expect(titles.slice(5)).toEqual(line === null ? [] : [line]);
});

test("on request neither names nor texts are said", () => {
  expect(said([conversation(1), conversation(2)], { hides_texts: true }, ["cv_2"])).toEqual([
    ["A colleague mentions you", "", "inbox/cv_2"],
    ["Somebody wrote", "", "inbox/cv_1"],
  ]);
});

test("long names and texts are cut, so that a push service takes them, and no emoji is cut in two", () => {
  const [[title = "", body = ""] = []] = said([
    conversation(1, { name: `${"n".repeat(99)}😀`, text: "x".repeat(9999) }),
  ]);
  expect([title, body]).toEqual(["n".repeat(99), "x".repeat(300)]);
});

test.each([
  ["22:00", "07:00", "2026-11-29T06:59:00Z", true],
  ["22:00", "07:00", "2026-11-29T07:00:00Z", false],
  ["22:00", "07:00", "2026-11-29T22:00:00Z", true],
  ["12:00", "13:00", "2026-11-29T12:30:00Z", true],
  ["12:00", "13:00", "2026-11-29T13:00:00Z", false],
  ["12:00", "13:00", "2026-11-29T11:59:00Z", false],
])("from %s to %s it is quiet at %s: %p", (from, to, now, quiet) => {
  const quiet_hours = { from, to, zone: "UTC" };
  expect(isQuiet({ ...WANTS, quiet_hours }, new Date(now))).toBe(quiet);
});

test("hours are by the clocks of their zone", () => {
  const quiet_hours = { from: "20:00", to: "21:00", zone: "Asia/Kathmandu" };
  expect(isQuiet({ ...WANTS, quiet_hours }, new Date("2026-11-29T14:30:00Z"))).toBeTrue();
});
