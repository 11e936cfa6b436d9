import { posix } from "node:path";
import type { Archive } from "./archive.ts";
import { readXml } from "./xml.ts";

/** What a part of a workbook refers to: the end of its type's URL, and the entry it is. */
export type Relation = { type: string; entry: string };

/** What a part (`xl/workbook.xml`; empty for the workbook as a whole) refers to, by id. What lies outside is left out. */
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
