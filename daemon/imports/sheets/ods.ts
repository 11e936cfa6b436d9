import type { Archive } from "./archive.ts";
import { chooseSheet } from "./choose.ts";
import { unreadable } from "./damaged.ts";
import { createTableReader } from "./ods-cells.ts";
import type { Sheet } from "./sheet.ts";
import { readXml } from "./xml.ts";

const CONTENT = "content.xml";
const MANIFEST = "META-INF/manifest.xml";

/** Opens a sheet of an OpenDocument spreadsheet (ISO/IEC 26300). Formulas are not evaluated. Rejects with 422. */
export async function openOds(archive: Archive, wanted?: string): Promise<Sheet> {
  await refuseEncrypted(archive);
  const names = await namesOf(archive);
  const { name } = chooseSheet(
    names.map((one) => ({ name: one, isHidden: false })),
    wanted,
  );
  return { name, names, rows: () => readXml(archive.read(CONTENT), createTableReader(name)) };
}

async function namesOf(archive: Archive): Promise<string[]> {
  const names: string[] = [];
  const reader = {
    opens(element: string, attributes: ReadonlyMap<string, string>) {
      if (element === "table") names.push(attributes.get("name") ?? "");
    },
    closes() {},
    text() {},
    take: () => [],
  };
  for await (const _ of readXml(archive.read(CONTENT), reader));
  return names;
}

async function refuseEncrypted(archive: Archive): Promise<void> {
  if (!archive.has(MANIFEST)) return;
  let isEncrypted = false;
  const reader = {
    opens(element: string) {
      if (element === "encryption-data") isEncrypted = true;
    },
    closes() {},
    text() {},
    take: () => [],
  };
  for await (const _ of readXml(archive.read(MANIFEST), reader));
  if (isEncrypted) throw unreadable("the spreadsheet has a password; save it without");
}
