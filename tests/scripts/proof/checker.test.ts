/** The checker finds each kind of violation in a history that has it, and nothing in one that has none. */
import { expect, test } from "bun:test";
import { check } from "../../../scripts/lab/proof/checker/check.ts";
import { PROMISES } from "../../../scripts/lab/proof/promises.ts";
import { readDocument } from "../../docs/documents.ts";
import { cleanHistory } from "./clean-history.ts";
import { set } from "./violations.ts";
import { OF_MESSAGES } from "./violations-of-messages.ts";
import { OF_OTHERS } from "./violations-of-others.ts";

const PLANTED = [...OF_MESSAGES, ...OF_OTHERS];

test("a history in which every promise was kept passes", () => {
  expect(check(cleanHistory())).toEqual([]);
});

test.each(PLANTED)("promise %i: %s is found and named", (promise, _, plant, says) => {
  const history = cleanHistory();
  plant(history);
  const found = check(history).filter((one) => one.promise === promise);
  expect(found.map((one) => one.says).join("\n")).toContain(says);
});

test("only the promises that are named are looked at", () => {
  const history = cleanHistory();
  set(history, { status: "queued" });
  expect(new Set(check(history, [1, 9]).map(({ promise }) => promise))).toEqual(new Set([1]));
});

test("the page of promises has the same numbers and words, and every promise has a planted violation", async () => {
  const page = await readDocument("docs/promises.md");
  const written = [...page.matchAll(/^\*\*(\d+)\. ([^*]+)\.\*\*/gm)];
  const known = Object.entries(PROMISES);
  expect(Object.fromEntries(written.map(([, number, words]) => [number, words]))).toEqual(
    Object.fromEntries(known),
  );
  expect(new Set(PLANTED.map(([promise]) => String(promise)))).toEqual(
    new Set(known.map(([number]) => number)),
  );
});
