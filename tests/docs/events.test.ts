/** The table of events in the manual says of each what the catalogue says. */
import { expect, test } from "bun:test";
import { EVENTS } from "../../daemon/events/catalogue.ts";
import { codeSpans, readDocument } from "./documents.ts";

const catalogue = Object.entries(EVENTS).map(([type, { body }]) => [
  type,
  Object.keys(body.properties).sort(),
]);

/** The rows of the table: the events of each, and the members of their bodies. */
async function documented(): Promise<[type: string, members: string[]][]> {
  const rows = (await readDocument("docs/webhooks.md"))
    .split("\n")
    .filter((line) => /^\| `[a-z]+\./.test(line));
  return rows.flatMap((row) => {
    const [, types = "", , body = ""] = row.split("|");
    const members = codeSpans(body).flatMap((code) => code.split(" "));
    return codeSpans(types).map((type): [string, string[]] => [type, members.sort()]);
  });
}

test("every event is in the table with all members of its body, and nothing else is", async () => {
  expect(Object.fromEntries(await documented())).toEqual(Object.fromEntries(catalogue));
});
