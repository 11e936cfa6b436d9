/** What is known of what comes in, and how what is not is named. */
import { expect, test } from "bun:test";
import { knownOf } from "../../daemon/drift/known.ts";
import { cleanName } from "../../daemon/drift/names.ts";
import { noteStanza } from "../../daemon/drift/stanzas.ts";
import { noteStrangers } from "../../daemon/drift/strangers.ts";

const KNOWN = knownOf("id type(text image) open* from{name phones{number}}", "messages");

function strangersIn(value: unknown): string[] {
  const shapes: string[] = [];
  noteStrangers(value, KNOWN, (shape) => shapes.push(shape));
  return shapes;
}

test("what is known has no name, in lists and in lists of lists", () => {
  const known = {
    id: 1,
    type: "text",
    open: { anything: { at: ["all"] } },
    from: { name: null, phones: [] },
  };
  expect(strangersIn([known, [{ ...known, type: null }]])).toEqual([]);
});

test("members and words that are not known are named where they are, and nothing in them is looked at", () => {
  expect(strangersIn({ type: "hologram", hologram: { secret: "Hello Ada" } })).toEqual([
    "messages.type=hologram",
    "messages.hologram",
  ]);
  expect(strangersIn({ from: { phones: [{ number: "1", kind: "home" }], age: 36 } })).toEqual([
    "messages.from.phones.kind",
    "messages.from.age",
  ]);
  // a text that became an object
  expect(strangersIn({ id: { value: "wamid.1" } })).toEqual(["messages.id.value"]);
});

test.each([
  ["491700000001", "?"],
  ["ada@example.com, the first", "?"],
  ["x".repeat(49), "?"],
  ["Grüße", "?"],
  ["\u0000\n", "?"],
  ["", "?"],
  [{}, "?"],
  [undefined, "?"],
  ["wa_491700000001", "?"],
  ["passkey_prologue_request", "passkey_prologue_request"],
  ["w:gp2", "w:gp2"],
  [2388293, "2388293"],
])("the name %p is kept as %p", (given, kept) => {
  expect(cleanName(given)).toBe(kept);
});

test("a call of many members costs no more than one of a few thousand", () => {
  const many = Array.from({ length: 20_000 }, (_, n) => ({ [`strange${n}`]: 1 }));
  expect(strangersIn(many).length).toBeLessThan(5000);
  expect(strangersIn(Object.assign({}, ...many)).length).toBeLessThanOrEqual(5000);
});

test("attributes and parts of stanzas are told apart", () => {
  const stanzas = knownOf("receipt{@id @type(read played) list{item{@id}} open*} ib*");
  const shapes: string[] = [];
  const look = (tag: string, attrs: object, content?: unknown) =>
    noteStanza({ tag, attrs: { ...attrs }, content }, stanzas, (shape) => shapes.push(shape));
  look("ib", { anything: "1" }, [{ tag: "what", attrs: {} }]);
  look("receipt", { id: "1", type: "read" }, [
    { tag: "list", attrs: {}, content: [{ tag: "item", attrs: { id: "2" } }] },
  ]);
  look("receipt", { id: "1" }, new Uint8Array([1]));
  expect(shapes).toEqual([]);
  look("receipt", { type: "smelled", jid: "491700000001@s.whatsapp.net" }, [
    { tag: "list", attrs: { t: "1" }, content: [{ tag: "thing", attrs: {} }] },
    { tag: "open", attrs: { t: "1" } },
  ]);
  look("passkey", {});
  expect(shapes).toEqual([
    ...["receipt@type=smelled", "receipt@jid", "receipt.list@t", "receipt.list.thing", "passkey"],
  ]);
});

test.each(["a{b", "a(b", "a{b{c}"])("a description that is not closed is refused: %s", (description) => {
  expect(() => knownOf(description)).toThrow("not closed");
});
