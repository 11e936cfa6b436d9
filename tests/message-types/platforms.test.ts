import { describe, expect, test } from "bun:test";
import type { MessageTypeName } from "../../daemon/message-types/message-type.ts";
import { messageTypes } from "../../daemon/message-types/registry.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import type { Encoder } from "../../daemon/providers/encoders.ts";
import { WHATSAPP_WEB } from "../../daemon/providers/whatsapp-web/platform.ts";

/** The specification, which is not part of the project: the test that needs it is skipped without it. */
const FILE = `${import.meta.dir}/../../../shared/spec/messaging-platform-api.md`;

const file = Bun.file(FILE);
const specification = (await file.exists()) ? await file.text() : null;
if (specification === null) process.stderr.write("skipped: the specification is not beside the project\n");

type Row = { type: string; official: boolean; unofficial: "native" | "simplified" | "no" };

/** The types that the specification does not have. */
const BEYOND = ["request_contact_info", "call_permission_request"];

describe.skipIf(specification === null)("the specification's table of platforms", () => {
  test("is what the types say of themselves", () => {
    const specified = messageTypes().filter(({ type }) => !BEYOND.includes(type));
    const ours = specified.map(({ type }) => ({
      type: type as string,
      official: CLOUD_API.encoders[type] !== null,
      unofficial: WHATSAPP_WEB.encoders[type] !== null,
    }));
    const theirs = rowsOf(specification ?? "").map((row) => ({
      ...row,
      unofficial: row.unofficial !== "no",
    }));
    expect(ours.toSorted(byType)).toEqual(theirs.toSorted(byType));
  });

  test("names the types that paired numbers show as text", () => {
    const simplified = rowsOf(specification ?? "").filter(({ unofficial }) => unofficial === "simplified");
    expect(simplified.length).toBeGreaterThan(0);
    for (const { type } of simplified)
      expect({ type, isRendered: isRendered(type) }).toMatchObject({ isRendered: true });
  });
});

/** Whether a paired number sends something else in the place of a type's first example. */
function isRendered(name: string): boolean {
  const type = messageTypes().find(({ type }) => type === name);
  const encode = WHATSAPP_WEB.encoders[name as MessageTypeName] as Encoder<unknown> | null;
  const context = { template: { components: [] }, ownPhone: null };
  return encode !== null && "rendered" in encode(type?.examples[0], context);
}

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
