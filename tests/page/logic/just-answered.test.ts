/** When the box says that each of several answers in a row is charged. */
import { expect, test } from "bun:test";
import { hasJustAnswered } from "../../../daemon/page/client/views/inbox/box/answers.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const ME = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a13";
type Answer = Parameters<typeof hasJustAnswered>[0][number];

const mine = (more: Partial<Answer> = {}): Answer => ({
  ...{ direction: "outbound", type: "text", status: "sent", created_at: "2026-11-28T11:59:00.000Z" },
  ...{ author: { kind: "user", id: ME, name: "Grace" }, ...more },
});
const theirs = (type: Answer["type"] = "text") => mine({ direction: "inbound", type, author: null });

test.each([
  ["after an answer of mine", [theirs(), mine()], true],
  ["after two of mine", [mine(), mine()], true],
  ["after a reaction to my answer", [mine(), theirs("reaction")], true],
  ["after reading what they wrote", [mine(), mine({ type: "mark_as_read" })], true],
  ["after an answer by itself", [mine(), mine({ author: { kind: "away", id: null, name: null } })], true],
  ["in an empty conversation", [], false],
  ["once they wrote again", [mine(), theirs()], false],
  ["after a colleague's answer", [mine({ author: { kind: "user", id: "another", name: "Ada" } })], false],
  ["after ten minutes", [mine({ created_at: "2026-11-28T11:50:00.000Z" })], false],
  ["after a template", [mine({ type: "template" })], false],
  ["after one that failed", [mine({ status: "failed" })], false],
  ["after one for later", [mine({ status: "scheduled" })], false],
] as [string, Answer[], boolean][])("%s", (_, messages, is) => {
  expect(hasJustAnswered(messages, ME, NOW)).toBe(is);
});

test("somebody without a user of their own answers as nobody", () => {
  expect(hasJustAnswered([mine({ author: null })], undefined, NOW)).toBe(false);
});
