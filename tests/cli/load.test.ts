/** A command line loads only the commands that it needs, so that it starts quickly. */
import { expect, test } from "bun:test";
import { command } from "../../cli/lib/command/command.ts";
import { loadFor, pathOf } from "../../cli/lib/command/load.ts";

const loaded: string[] = [];
const entry = (path: string) => async () => {
  loaded.push(path);
  return command({ path, summary: "Do it", output: "Nothing.", examples: [], run: async () => {} });
};
const LIST = Object.fromEntries(
  ["send", "orders list", "orders add", "orders", "keys list", "help"].map((path) => [path, entry(path)]),
);

test.each([
  ["the command that is named", ["orders", "add", "ord_1"], ["orders add"]],
  ["one of a single word", ["send", "orders", "add"], ["send"]],
  ["all of a noun without a verb that it has", ["keys", "remove"], ["keys list"]],
  ["those of a single word where nothing is named", [], ["send", "orders", "help"]],
  ["the same where nothing is known", ["other", "list"], ["send", "orders", "help"]],
])("%s", async (_, words, expected) => {
  loaded.length = 0;
  await loadFor(LIST, words);
  expect(loaded).toEqual(expected);
});

test("commands that are not loaded keep their place", async () => {
  const paths = (await loadFor(LIST, [])).map(({ path }) => path);
  expect(paths).toEqual(Object.keys(LIST));
});

test("nothing that every object has is a command", () => {
  expect(pathOf(LIST, ["constructor"])).toBeUndefined();
});
