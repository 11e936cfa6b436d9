import { describe, expect, test } from "bun:test";
import { messageTypes } from "../../../daemon/messages/types/registry.ts";

/** The specification, which is not part of the project: the test that needs it is skipped without it. */
const FILE = `${import.meta.dir}/../../../../shared/spec/messaging-platform-api.md`;

const file = Bun.file(FILE);
const specification = (await file.exists()) ? await file.text() : null;
if (specification === null) process.stderr.write("skipped: the specification is not beside the project\n");

type Row = { type: string; official: boolean; unofficial: "native" | "simplified" | "no" };

describe.skipIf(specification === null)("the specification's table of platforms", () => {
  test("is what the types say of themselves", () => {
    const ours: Row[] = messageTypes().map(({ type, official, unofficial, simplified = false }) => ({
      type,
      official: official !== null,
      unofficial: unofficial === null ? "no" : simplified ? "simplified" : "native",
    }));
    expect(ours.toSorted(byType)).toEqual(rowsOf(specification ?? "").toSorted(byType));
  });
});

/** One row for each type named in the table's first column. */
function rowsOf(markdown: string): Row[] {
  const [, after = ""] = markdown.split("Platform support for `type` values:");
  const [table = ""] = after.trim().split("\n\n");
  return table
    .split("\n")
    .slice(2)
    .flatMap((line) => {
      const [, types = "", official = "", unofficial = ""] = line.split("|").map((cell) => cell.trim());
      return [...types.matchAll(/`(\w+)`/g)].map(([, type = ""]) => ({
        type,
        official: official === "yes",
        unofficial: supportOf(unofficial),
      }));
    });
}

function supportOf(cell: string): Row["unofficial"] {
  if (!cell.startsWith("yes")) return "no";
  return cell.includes("simplified") ? "simplified" : "native";
}

function byType(one: { type: string }, other: { type: string }): number {
  return one.type.localeCompare(other.type);
}
