/** What forms make of what was typed: bodies, commands, and what changed. */
import { describe, expect, test } from "bun:test";
import { changesTo, linesOf, written } from "../../../daemon/page/client/parts/contacts/custom-fields.ts";
import { changedSettings } from "../../../daemon/page/client/views/channels/settings/changed-settings.ts";
import { cardBodyOf } from "../../../daemon/page/client/views/costs/cards/card-body.ts";
import { bodyOf as answerOf, type ToSend } from "../../../daemon/page/client/views/inbox/box/sending/body.ts";
import {
  bodyOf,
  commandOf,
  type Draft,
  draftAgain,
} from "../../../daemon/page/client/views/messages/send/draft.ts";
import {
  rangeOf,
  commandOf as replayCommand,
  bodyOf as replayOf,
} from "../../../daemon/page/client/views/webhooks/replay-range.ts";

describe("a message", () => {
  const draft = { channel_id: null, to: "", type: "text", content: { body: "Hi" }, options: {} } as Draft;

  test.each([
    ["+1 555 0100", { to: "+1 555 0100" }],
    [" 15550100 ", { to: "15550100" }],
    ["ct_1", { contact_id: "ct_1" }],
    ["cv_1", { conversation_id: "cv_1" }],
    ["US.13491208655302741918", { recipient: "US.13491208655302741918" }],
    ["US.ENT.11815799212886844830", { recipient: "US.ENT.11815799212886844830" }],
    ["123456789@lid", { recipient: "123456789@lid" }],
    ["120363000000000000@g.us", { recipient: "120363000000000000@g.us" }],
    ["Y2FwaV9ncm91cDox", { recipient: "Y2FwaV9ncm91cDox" }],
    ["", {}],
  ])("to %s", (to, recipient) => {
    expect(bodyOf({ ...draft, to })).toEqual({ ...recipient, type: "text", content: { body: "Hi" } });
  });

  test("has its channel and options", () => {
    expect(bodyOf({ ...draft, channel_id: "ch_1", options: { priority: "high" } })).toMatchObject({
      ...{ channel_id: "ch_1", priority: "high" },
    });
  });

  test("is a command", () => {
    expect(commandOf({ ...draft, channel_id: "ch_1", to: " +15550100 " })).toBe(
      `send --channel ch_1 --to +15550100 --type text --content '{"body":"Hi"}'`,
    );
  });

  test("is sent again to the same person, with its uploaded files", () => {
    const content = { image: { media_url: "https://media.invalid/md_1", caption: "https://a.example/" } };
    const message = {
      channel_id: "ch_1",
      to: null,
      recipient: null,
      contact_id: "ct_1",
      type: "image",
      content,
    };
    expect(draftAgain(message as unknown as Parameters<typeof draftAgain>[0])).toEqual({
      ...{ channel_id: "ch_1", to: "ct_1", type: "image", options: {} },
      content: { image: { media_id: "md_1", caption: "https://a.example/" } },
    });
  });
});

describe("an answer in the inbox", () => {
  const place = { conversationId: "cv_1", key: "cv_1" } as Parameters<typeof answerOf>[0];
  const words = { text: "Hi", file: null, quoted: null, scheduledAt: null } as ToSend;
  const file = { kind: "audio", caption: " ", isVoice: true } as unknown as ToSend["file"];

  test("quotes, and is sent later", () => {
    const quoted = { provider_message_id: "wamid.1" } as ToSend["quoted"];
    expect(answerOf(place, { ...words, quoted, scheduledAt: "2026-12-01T08:00:00Z" }, null)).toEqual({
      ...{ conversation_id: "cv_1", scheduled_at: "2026-12-01T08:00:00Z", type: "text" },
      content: { body: "Hi", reply_to: { id: "wamid.1" } },
    });
  });

  test("of a file has a caption only where something is written", () => {
    expect(answerOf(place, { ...words, text: " ", file }, "md_1")).toEqual({
      ...{ conversation_id: "cv_1", type: "audio" },
      content: { media_id: "md_1", voice: true },
    });
    expect(
      answerOf(place, { ...words, file: { ...file, caption: "One" } as ToSend["file"] }, "md_1").content,
    ).toEqual({ media_id: "md_1", voice: true, caption: "One\nHi" });
  });
});

describe("custom fields", () => {
  test.each<[unknown, string]>([
    ["Lisbon", "Lisbon"],
    [5, "5"],
    ["5", '"5"'],
    ["true", '"true"'],
    ["", '""'],
    [" a", '" a"'],
    ["a\nb", '"a\\nb"'],
    [["a"], '["a"]'],
    [null, "null"],
  ])("%j is written as %s", (value, text) => {
    expect(written(value)).toBe(text);
  });

  test("come back as they were, whatever they are", () => {
    const fields = { city: "Lisbon", age: 5, zip: "01234", note: "a=b", list: [1], "odd=name": 1 };
    expect(changesTo(fields, linesOf(fields))).toEqual({});
  });

  test("are changed, added and removed; a name that can't be written stays", () => {
    expect(changesTo({ city: "Lisbon", age: 5, "odd=name": 1 }, "city=Porto\n\nvip=true")).toEqual({
      ...{ age: null, city: "Porto", vip: true },
    });
  });

  test("are refused without a name or a sign", () => {
    expect([changesTo({}, "=a"), changesTo({}, "city")]).toEqual([null, null]);
  });
});

test("of a channel's settings, what was taken out is what is usual again", () => {
  const before = { calls: "reject", groups: true, rate: { per_second: 5 } } as const;
  expect(changedSettings(before, { groups: true, rate: { per_second: 6 } })).toEqual({
    ...{ calls: "ignore", rate: { per_second: 6 } },
  });
});

test.each([
  [{ rates: "a,b" }, { csv: "a,b" }],
  [
    { rates: "a,b", tiers: "c", currency: "EUR" },
    { csv: "a,b", tiers_csv: "c", currency: "EUR" },
  ],
  [{ rates: "a,b", tiers: " \n" }, { csv: "a,b" }],
  [
    { rates: ' {"prices":{},"currency":"USD","valid_from":"2026-01-01"}', tiers: "c" },
    { prices: {}, currency: "USD", valid_from: "2026-01-01" },
  ],
  [
    { rates: '{"prices":{},"valid_from":"2026-01-01","id":"rc_1"}', validFrom: "2026-02-01" },
    { prices: {}, valid_from: "2026-02-01" },
  ],
  [{ rates: "{" }, null],
])("the rate card %j", (fields, body) => {
  const nothing = { from: "files", tiers: "", rows: [], currency: "", validFrom: "" } as const;
  expect(cardBodyOf({ ...nothing, ...fields })).toEqual(body);
});

describe("a replay of deliveries", () => {
  const at = (local: string) => new Date(local).toISOString();

  test("begins with the failures, by days of the list", () => {
    expect(rangeOf({ since: "2026-11-01", until: "2026-11-02", status: "pending" })).toEqual({
      ...{ endpoint_id: "", event_type: "", status: "failed" },
      ...{ since: "2026-11-01T00:00", until: "2026-11-02T00:00" },
    });
    expect(rangeOf({ status: "exhausted", since: "2026-11-01" }).status).toBe("exhausted");
  });

  test("asks for what was chosen, by the browser's clock", () => {
    const range = rangeOf({ endpoint_id: "ep_1", event_type: "message.new", since: "2026-11-01" });
    expect(replayOf(range)).toEqual({
      ...{ since: at("2026-11-01T00:00"), status: "failed" },
      ...{ endpoint_id: "ep_1", event_types: ["message.new"] },
    });
    expect(replayCommand({ ...range, until: "2026-11-02T10:00" })).toBe(
      `deliveries replay --since ${at("2026-11-01T00:00")} --until ${at("2026-11-02T10:00")} --endpoint ep_1 --events message.new --status failed`,
    );
  });
});
