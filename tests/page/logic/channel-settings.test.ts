/** What the settings of a number become as they are changed in its form. */
import { describe, expect, test } from "bun:test";
import { paceOf, withPace, withRate } from "../../../daemon/page/client/views/channels/settings/pace.ts";
import {
  kindsLeft,
  linesOf,
  type Priorities,
  withPriority,
} from "../../../daemon/page/client/views/channels/settings/priorities.ts";

describe("pace", () => {
  const person = { per_recipient_seconds: 5, gap_seconds: { least: 3, most: 6 }, typing: true };

  test("a rate takes the place of pauses, and keeps how often one person is written to", () => {
    expect(withPace(person, "rate")).toEqual({ per_recipient_seconds: 5, per_second: 1 });
  });

  test("back from a rate, the usual pauses hold, and no rate", () => {
    const rate = withPace({ per_second: 4 }, "person");
    expect([paceOf(rate), rate.gap_seconds]).toEqual(["person", { least: 3, most: 6 }]);
  });

  test("an emptied number is left out", () => {
    expect(withRate({ per_second: 4, typing: true }, "per_second", undefined)).toEqual({ typing: true });
  });
});

describe("what goes first", () => {
  const some: Priorities = { template: { UTILITY: "high", MARKETING: "low" }, image: "low" };

  test("each type and category is a line", () => {
    expect(linesOf(some)).toEqual([
      ["template.UTILITY", "high"],
      ["template.MARKETING", "low"],
      ["image", "low"],
    ]);
  });

  test.each<[string, string, "high" | null, Priorities]>([
    ["changed, where it stands", "image", "high", { ...some, image: "high" }],
    [
      "of a category, beside others",
      "template.UTILITY",
      null,
      { template: { MARKETING: "low" }, image: "low" },
    ],
    ["new", "text", "high", { ...some, text: "high" }],
    ["as is usual again", "image", null, { template: { UTILITY: "high", MARKETING: "low" } }],
  ])("one is %s", (_what, kind, priority, next) => {
    expect(withPriority(some, kind, priority)).toEqual(next);
  });

  test("the last category takes the templates with it", () => {
    expect(withPriority({ template: { UTILITY: "high" } }, "template.UTILITY", null)).toEqual({});
  });

  test.each<[string, Priorities, string[]]>([
    [
      "categories in place of all templates",
      {},
      ["template.AUTHENTICATION", "template.UTILITY", "template.MARKETING", "text"],
    ],
    ["no category where all templates have one", { template: "high" }, ["text"]],
    ["nothing twice", some, ["template.AUTHENTICATION", "text"]],
  ])("offered are %s", (_what, priorities, left) => {
    expect(kindsLeft(priorities, ["text", "template"])).toEqual(left);
  });
});
