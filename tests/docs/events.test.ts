/** The manual names the events that the catalogue has, and shows one as it is. */
import { expect, test } from "bun:test";
import { EVENTS } from "../../daemon/events/catalogue.ts";
import { codeSpans, readDocument } from "./documents.ts";

const page = await readDocument("docs/webhooks.md");

test("every event is in the table, and nothing else is", () => {
  const rows = page.split("\n").filter((line) => /^\| `[a-z]+\./.test(line));
  const types = rows.flatMap((row) => codeSpans(row.split("|")[1] ?? ""));
  expect(types.sort()).toEqual(Object.keys(EVENTS).sort());
});

test("the example, and what is said of a status, have all members of the bodies", () => {
  const [, example = "{}"] = /```json\n(\{[\s\S]*?\n\})\n```/.exec(page) ?? [];
  expect(Object.keys(JSON.parse(example)).sort()).toEqual(membersOf("message.new"));
  const [said = ""] = /Every event of a message names [\s\S]*?`metadata`\.$/m.exec(page) ?? [];
  const named = codeSpans(said).filter((code) => /^[a-z_]+$/.test(code));
  expect([...named, "sequence"].sort()).toEqual(membersOf("message.status_update"));
});

function membersOf(type: keyof typeof EVENTS): string[] {
  return Object.keys(EVENTS[type].body.properties).sort();
}
