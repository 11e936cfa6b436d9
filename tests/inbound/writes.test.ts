/** SQL reads the members that TypeScript gives with each kind of write. */
import { afterAll, expect, test } from "bun:test";
import { FUNCTIONS } from "../../db/functions/files.ts";
import { type InboundWrite, writeAtOnce } from "../../db/inbound/inbound.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { testDatabase } from "../support/database.ts";

const database = await testDatabase();
await makePartitions(database.sql);
afterAll(() => database.drop());

/** With every member, none of them null. */
type Whole<T> = T extends Date | string | number | boolean
  ? T
  : T extends readonly (infer One)[]
    ? [Whole<One>]
    : { [Member in keyof T]-?: Whole<NonNullable<T[Member]>> };
type Kind = InboundWrite["kind"];

const at = new Date();
const id = Bun.randomUUIDv7();
const person = { type: "phone", value: "14155550100" };
/** Does not compile unless it has each kind, and each has all of its members and no other. */
const WRITES: { [K in Kind]: Whole<Extract<InboundWrite, { kind: K }>["given"]> } = {
  statuses: [
    {
      ...{ message_id: id, provider_message_id: "wamid.1", status: "failed", at, error: "{}", pricing: "{}" },
      holder: "agent",
    },
  ],
  archived: [{ ...person, other_type: "lid", other_value: "1234567", archived: true }],
  labels: {
    business: true,
    edited: [{ id: "1", name: "Paid", deleted: false }],
    chats: [{ ...person, label_id: "1", labelled: true, other_type: "lid", other_value: "1234567" }],
    most: 100,
  },
  unserved: [{ provider_message_id: "wamid.1", error: "{}" }],
  alert: { type: "OBA_REJECTED", severity: "warning", text: "No.", advice: "Ask.", description: "Not now." },
  username: { username: "blue.door", status: "approved" },
  costs: [
    {
      ...{ organization_id: "org", channel_id: "ch", message_id: id, provider_message_id: "wamid.1" },
      ...{ state: "billed", type: "regular", day: "2026-11-26", at, category: "utility", country: "US" },
      ...{
        currency: "USD",
        basis: "rc_1",
        tiers: "[]",
        unit: "1",
        market: "US",
        counted: "utility",
        participant: "1",
        number: "1",
      },
    },
  ],
  tier: { unit: "1", market: "US", counted: "utility", month: "2026-11-01", messages: 7 },
  messages: [
    {
      ...{
        id,
        provider_message_id: "wamid.2",
        direction: "inbound",
        type: "text",
        content: '{"body":"Hi"}',
        at,
      },
      ...{ identity_type: "phone", identity_value: person.value, other_type: "bsuid", other_value: "US.1" },
      ...{ name: "Ada", from_phone: "+14155550100", user_id: "US.1", username: "ada" },
      ...{ participant: "14155550101", participant_type: "phone", participant_value: "14155550101" },
      ...{ participant_other_type: "lid", participant_other_value: "77", participant_name: "Bob" },
      ...{
        media: "[]",
        ordered: '{"id":"ord_1","items":"[]"}',
        opt_out: '{"kind":"stop"}',
        rules: '{"assigns":true}',
        advertised: true,
        press: '{"payload":"x","quoted":"wamid.1"}',
      },
      ...{ author: "meta_agent", holder: "agent" },
    },
  ],
  originals: [
    {
      provider_message_id: "wamid.2",
      remote_jid: "77@lid",
      from_me: false,
      sealed: "x",
      phone: person.value,
    },
  ],
  revision: {
    ...{ provider_message_id: "wamid.3", original_id: "wamid.2", content: '{"body":"Hello"}', at },
    opt_out: '{"kind":"stop"}',
    author: {
      ...{ ...person, other_type: "lid", other_value: "76", direction: "inbound", is_admin: true },
      ...{ participant: "14155550101", participant_type: "phone", participant_value: "14155550101" },
      ...{ participant_other_type: "lid", participant_other_value: "77" },
    },
  },
  move: { provider_message_id: "wamid.4", remembered: id, from: [person], to: [{ ...person, value: "1" }] },
  pairs: [{ lid: "77", phone: person.value }],
  same: [{ ...person, other_type: "lid", other_value: "77" }],
  known: [{ phone: person.value, lid: "77", bsuid: "US.1", name: "Ada" }],
  seen: ["wamid.2"],
  missed: [
    {
      ...{ id, provider_message_id: "away:3EB0", since: at, until: at },
      ...{ identity_type: "phone", identity_value: "14155550100" },
    },
  ],
  notices: [
    {
      ...{
        id,
        provider_message_id: "wamid.5",
        direction: "inbound",
        content: '{"event":"identity_changed"}',
        at,
      },
      ...{ identity_type: "phone", identity_value: person.value, participant: "14155550101", name: "Ada" },
      opens: false,
    },
  ],
  group_report: { id, answer: '{"group":null,"failures":[]}' },
  handover: {
    ...{ id: Bun.randomUUIDv7(), provider_message_id: "handover", content: '{"event":"handed_over"}', at },
    ...{ identity_type: "phone", identity_value: person.value, holder: "business", cause: "passed" },
    ...{ note: "x", summary: "y", by: "key_1", rules: '{"reopens":true}' },
  },
  call: {
    ...{ ...person, call_id: "call", remembered: id, reply_id: id },
    ...{ direction: "inbound", status: "ended", seconds: 1, at },
    unanswered: { user_id: "77@lid", group_id: "1@g.us" },
  },
  preference: { ...person, wants_marketing: false, at },
  channel: {
    ...{ status: "degraded", status_reason: "x", quality_rating: "red", messaging_limit: "TIER_1K" },
    ...{ stopped_until: at, new_contacts_until: at, new_contacts_reason: "x", per_second: 80 },
    new_chats: {},
    international: '{"*":"2026-11-01"}',
  },
  template: {
    ...{ waba_id: "1", provider_id: "2", name: "hello", language: "en" },
    ...{ status: "rejected", rejected_reason: "x", flag: "x", quality: "red", category: "utility" },
  },
};
const KINDS = Object.keys(WRITES) as Kind[];

const SQL = FUNCTIONS.map(([, text]) => text.replaceAll(/--.*|\/\*[\s\S]*?\*\//g, "")).join("\n");
const DISPATCH = new Map(
  [...SQL.matchAll(/when '(\w+)' then perform (\w+\([\s\S]*?\));\n/g)].map(([, kind, call]) => [kind, call]),
);

test("SQL carries out each kind that TypeScript writes, and no other", () => {
  expect([...DISPATCH.keys()].toSorted()).toEqual(KINDS.toSorted());
});

test.each(KINDS)("%s has the members that SQL reads, and no other", (kind) => {
  const read = membersRead(DISPATCH.get(kind) ?? "", "write.given");
  expect([...new Set(read)].toSorted()).toEqual(membersOf(WRITES[kind]).toSorted());
});

test.each(KINDS)("%s with every member is carried out", async (kind) => {
  const write = { kind, organization_id: "org", channel_id: "ch", given: WRITES[kind] } as InboundWrite;
  expect(await writeAtOnce(database.sql, [`number:${kind}`], [write])).toBe(true);
});

/** The members of what was given, those within others behind a point. */
function membersOf(given: unknown): string[] {
  if (Array.isArray(given)) return membersOf(given[0]);
  if (typeof given !== "object" || given === null || given instanceof Date) return [];
  return Object.entries(given).flatMap(([name, value]) => [
    name,
    ...membersOf(value).map((inner) => `${name}.${inner}`),
  ]);
}

/** The members of JSON that a piece of SQL has under a name, read there or in functions that it is handed to. */
function membersRead(text: string, name: string): string[] {
  const steps = [...text.matchAll(new RegExp(`\\b${name}((?: ->>? '\\w+')+)`, "g"))];
  const rows = [
    ...text.matchAll(new RegExp(`json_to_record(?:set)?\\(${name}\\)\\s+as (?:\\w+ )?\\(([^)]*)\\)`, "g")),
  ];
  return [
    ...steps.flatMap(([, path = ""]) => prefixes([...path.matchAll(/'(\w+)'/g)].map(([, one = ""]) => one))),
    ...rows.flatMap(([, columns = ""]) =>
      columns.split(",").map((column) => column.trim().split(" ")[0] ?? ""),
    ),
    ...[...text.matchAll(/\b(\w+)\((?=([^()]*(?:\([^()]*\)[^()]*)*)\))/g)].flatMap(
      ([, called = "", given = ""]) =>
        given.split(",").flatMap((argument, nth) => handedOn(called, argument.trim(), nth, name)),
    ),
  ];
}

function prefixes(path: readonly string[]): string[] {
  return path.map((_, nth) => path.slice(0, nth + 1).join("."));
}

/** The members that a function reads of its nth argument. */
function handedOn(called: string, argument: string, nth: number, name: string): string[] {
  const [, member] = new RegExp(`^${name}(?: -> '(\\w+)')?$`).exec(argument) ?? [null, null];
  if (member === null) return [];
  const made = new RegExp(
    `create or replace function ${called}\\(([^)]*)\\)[\\s\\S]*?as \\$\\$([\\s\\S]*?)\\$\\$`,
  ).exec(SQL);
  const parameter = made?.[1]?.split(",")[nth]?.trim().split(" ")[0];
  if (made === null || parameter === undefined) return [];
  return membersRead(made[2] ?? "", parameter).map((one) =>
    member === undefined ? one : `${member}.${one}`,
  );
}
