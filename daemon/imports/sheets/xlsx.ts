import type { FileHandle } from "node:fs/promises";
import type { Archive } from "./archive.ts";
import { chooseSheet } from "./choose.ts";
import { unreadable } from "./damaged.ts";
import { readNumberFormats } from "./number-formats.ts";
import { type Relation, relationsOf } from "./relations.ts";
import { readSharedStrings } from "./shared-strings.ts";
import type { Sheet } from "./sheet.ts";
import { createSheetReader } from "./xlsx-cells.ts";
import { readXml } from "./xml.ts";

type Listed = { name: string; id: string; isHidden: boolean };

/**
 * Opens a sheet of an Office Open XML workbook (ECMA-376). Formulas are not evaluated: a cell
 * is what the program stored for it last. `strings` is an empty file for the workbook's texts.
 * Rejects with 422.
 */
export async function openXlsx(archive: Archive, strings: FileHandle, wanted?: string): Promise<Sheet> {
  const root = [...(await relationsOf(archive, "")).values()].find(({ type }) => type === "officeDocument");
  const part = root?.entry ?? "xl/workbook.xml";
  if (!part.endsWith(".xml"))
    throw unreadable("binary workbooks (.xlsb) are not supported; save it as .xlsx");
  const relations = await relationsOf(archive, part);
  const { sheets, is1904 } = await readWorkbook(archive, part);
  const readable = sheets.filter(({ id }) => relations.get(id)?.type === "worksheet");
  const chosen = chooseSheet(readable, wanted);
  const entry = relations.get(chosen.id)?.entry ?? "";
  return {
    name: chosen.name,
    names: readable.map(({ name }) => name),
    async *rows() {
      const texts = entryOf(relations, "sharedStrings");
      const styles = entryOf(relations, "styles");
      const known = {
        texts: texts === undefined ? { at: () => "" } : await readSharedStrings(archive.read(texts), strings),
        formats: styles === undefined ? [] : await readNumberFormats(archive, styles),
        is1904,
      };
      yield* readXml(archive.read(entry), createSheetReader(known));
    },
  };
}

function entryOf(relations: ReadonlyMap<string, Relation>, wanted: string): string | undefined {
  return [...relations.values()].find(({ type }) => type === wanted)?.entry;
}

async function readWorkbook(archive: Archive, part: string): Promise<{ sheets: Listed[]; is1904: boolean }> {
  const sheets: Listed[] = [];
  let is1904 = false;
  const reader = {
    opens(element: string, attributes: ReadonlyMap<string, string>) {
      if (element === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes.get("date1904") ?? "");
      if (element !== "sheet") return;
      const isHidden = (attributes.get("state") ?? "visible") !== "visible";
      sheets.push({ name: attributes.get("name") ?? "", id: attributes.get("id") ?? "", isHidden });
    },
    closes() {},
    text() {},
    take: () => [],
  };
  for await (const _ of readXml(archive.read(part), reader));
  return { sheets, is1904 };
}
