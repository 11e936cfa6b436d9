/** A broadcast while it is written: what is sent of it, what is missing, and the command that does the same. */
import { describe, expect, test } from "bun:test";
import type { Slot } from "../../../daemon/page/client/parts/templates/slots.ts";
import {
  changesOf,
  type Draft,
  draftOf,
  withDefaults,
  wrongIn,
} from "../../../daemon/page/client/views/broadcasts/form/draft.ts";
import { draftOptions } from "../../../daemon/page/client/views/broadcasts/form/draft-options.ts";
import { parameterAt, withParameter } from "../../../daemon/page/client/views/broadcasts/form/slots.ts";

const WHOLE: Draft = draftOf(null, {
  template: { name: "spring sale", language: "en" },
  audience: { list_id: "lst_1" },
});

test("what need not be said is the template's name and the first channel", () => {
  const { name, channel_ids } = withDefaults(WHOLE, "ch_1");
  expect([name, channel_ids]).toEqual(["spring sale", ["ch_1"]]);
  const said = withDefaults({ ...WHOLE, name: "Mine", channel_ids: ["ch_2"] }, "ch_1");
  expect([said.name, said.channel_ids]).toEqual(["Mine", ["ch_2"]]);
  expect(withDefaults(WHOLE, undefined).channel_ids).toEqual([]);
});

test("only what was changed is sent", () => {
  expect(changesOf(WHOLE, WHOLE)).toEqual({});
  const after = { ...WHOLE, priority: "high" as const, window: { from: "09:00", to: "18:00" } };
  expect(changesOf(WHOLE, after)).toEqual({ priority: "high", window: { from: "09:00", to: "18:00" } });
});

test.each<[string | null, Partial<Draft>]>([
  [null, {}],
  ["/template", { template: { name: "", language: "" } }],
  ["/audience", { audience: {} }],
  ["/audience/filter/q", { audience: { filter: { q: "" } } }],
  [null, { audience: { filter: {} } }],
  ["/audience/contact_ids", { audience: { contact_ids: [] } }],
  ["/audience/list_id", { audience: { list_id: "" } }],
  ["/audience/import_id", { audience: { import_id: "" } }],
  ["/audience/file/media_id", { audience: { file: { media_id: "" } } as Draft["audience"] }],
])("what is wrong is at %s", (path, part) => {
  expect(wrongIn({ ...WHOLE, ...part })?.errors[0]?.path ?? null).toBe(path);
});

describe("the command", () => {
  test.each<[string, Partial<Draft>]>([
    [" --name Sale", { name: "Sale" }],
    [" --template 'spring sale' --lang en", { template: { name: "spring sale", language: "en" } }],
    [" --list lst_1", { audience: { list_id: "lst_1" } }],
    [
      " --tag a --all-tags b --without-tag c",
      { audience: { tags: { any: ["a"], all: ["b"], none: ["c"] } } },
    ],
    [" --contact ct_1 --contact ct_2", { audience: { contact_ids: ["ct_1", "ct_2"] } }],
    [" --import imp_1", { audience: { import_id: "imp_1" } }],
    [" --everyone", { audience: { filter: {} } }],
    [" --search ada", { audience: { filter: { q: "ada" } } }],
    [" --channel ch_1 --channel ch_2", { channel_ids: ["ch_1", "ch_2"] }],
    [
      " --window 09:00-18:00 --days mon,tue --zone recipient",
      { window: { from: "09:00", to: "18:00", days: ["mon", "tue"], zone: "recipient" } },
    ],
    [" --rate 5", { rate_per_second: 5 }],
    [" --at 2026-12-01T08:00:00.000Z", { starts_at: "2026-12-01T08:00:00.000Z" }],
    [" --priority high", { priority: "high" }],
    [
      " --stop-failed 5 --stop-refused 2 --of-last 100 --stop-quality RED",
      { stop: { failed_percent: 5, marketing_refused_percent: 2, of_last: 100, quality: "RED" } },
    ],
    [" --max-people 10 --max-cost 5EUR", { limit: { people: 10, cost: { amount: 5, currency: "EUR" } } }],
    [" --require-consent", { require_consent: true }],
    [" --clear starts_at --clear stop", { starts_at: null, stop: null }],
  ])("has%s", (options, draft) => {
    expect(draftOptions(draft)).toBe(options);
  });

  test("has what fills the template, as the command line writes fields", () => {
    const template = {
      ...{ name: "sale", language: "en" },
      parameters: {
        header: "md_1",
        body: ["a=b", { field: "first_name" as const, fallback: "there" }],
        buttons: { "1": { field: "custom.code" } },
      },
    } as Draft["template"];
    expect(draftOptions({ template })).toBe(
      " --template sale --lang en --param =a=b --param '{first_name|there}' --header md_1 --button '1={custom.code}'",
    );
  });

  test.each<[string, Partial<Draft>]>([
    ["a file, which has only its id here", { audience: { file: { media_id: "md_1" } } as Draft["audience"] }],
    ["a filter by more than words", { audience: { filter: { q: "a", tag: "b" } } as Draft["audience"] }],
    ["consent that is not needed any more", { require_consent: false }],
  ])("there is none for %s", (_, draft) => {
    expect(draftOptions(draft)).toBeNull();
  });
});

describe("what fills a place", () => {
  const slot = (part: Slot["part"], name: string): Slot => ({ part, name, label: name });
  const counted = [slot("header", ""), slot("body", "0"), slot("body", "1"), slot("buttons", "2")] as const;

  test("of counted words, all are kept; an empty header or button is left out", () => {
    const filled = withParameter(counted, {}, counted[2], "b");
    expect(filled).toEqual({ body: ["", "b"] });
    expect(parameterAt(filled, counted[2])).toBe("b");
    expect(parameterAt(filled, counted[0])).toBe("");
  });

  test("of named words, empty ones are left out", () => {
    const named = [slot("body", "name"), slot("body", "order")] as const;
    expect(withParameter(named, {}, named[0], "Ada")).toEqual({ body: { name: "Ada" } });
  });

  test("the others stay", () => {
    const before = { header: "md_1", body: ["a", "b"], buttons: { "2": "c" } };
    expect(withParameter(counted, before, counted[3], "")).toEqual({ header: "md_1", body: ["a", "b"] });
  });
});
