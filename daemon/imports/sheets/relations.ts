import { posix } from "node:path";
import type { Archive } from "./archive.ts";
import { readXml } from "./xml.ts";

/** A reference of a part of a workbook: the end of its type's URL, and the entry. */
export type Relation = { type: string; entry: string };

/**
 * The references of a part (`xl/workbook.xml`; empty for the whole workbook), by id, without those outside the archive.
 */
export async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!archive.has(name)) return relations;
  const found: [string, Relation][] = [];
  const reader = {
    opens(element: string, attributes: ReadonlyMap<string, string>) {
      if (element !== "Relationship" || attributes.get("TargetMode") === "External") return;
      const type = posix.basename(attributes.get("Type") ?? "");
      const entry = posix.resolve("/", folder, attributes.get("Target") ?? "").slice(1);
      found.push([attributes.get("Id") ?? "", { type, entry }]);
    },
    closes() {},
    text() {},
    take: () => found.splice(0),
  };
  for await (const [id, relation] of readXml(archive.read(name), reader)) relations.set(id, relation);
  return relations;
}
