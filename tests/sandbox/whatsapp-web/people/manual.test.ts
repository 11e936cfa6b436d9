import { expect, test } from "bun:test";
import { RECIPIENT_PREFIX, RECIPIENTS } from "../../../../daemon/sandbox/graph/messages/recipients.ts";
import { BEHAVIOURS } from "../../../../daemon/sandbox/whatsapp-web/people/behaviours.ts";
import { KINDS } from "../../../../daemon/sandbox/whatsapp-web/people/kinds/table.ts";
import { CROWDS } from "../../../../daemon/sandbox/whatsapp-web/people/sending/crowds.ts";

const manual = await Bun.file(`${import.meta.dir}/../../../../docs/sandbox-web.md`).text();

test("the manual lists every number that behaves as it is", () => {
  const rows = manual.split("\n").filter((line) => line.startsWith(`| \`${RECIPIENT_PREFIX}`));
  const expected = BEHAVIOURS.map(
    ({ digits, name, promise }) => `| \`${RECIPIENT_PREFIX}${digits}xx\` ${name} | ${promise} |`,
  );
  expect(rows).toEqual(expected);
});

test("the manual names every kind", () => {
  const [, table = ""] = manual.split("### Kinds");
  const named = table.split("\n").flatMap((line) => {
    const [, first = ""] = line.split("|");
    return [...first.matchAll(/`(\w+)`/g)].map((found) => found[1]);
  });
  for (const kind of [...KINDS, ...Object.keys(CROWDS)]) expect(named).toContain(kind);
});

test("digits that both sandboxes know have the same name, but for the token that web clients do not have", () => {
  const graph = new Map(RECIPIENTS.map(({ digits, name }) => [digits, name]));
  const differing = BEHAVIOURS.filter(({ digits, name }) => (graph.get(digits) ?? name) !== name);
  expect(differing.map(({ name }) => name)).toEqual(["restricted"]);
});
