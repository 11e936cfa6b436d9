/** ZIP archives and spreadsheets as programs write them, in as few bytes as will do. */
import { deflateRawSync } from "node:zlib";

/** An entry of an archive; `size` is what it claims to unpack to. */
export type Packed = { name: string; data: string | Uint8Array; size?: number };

/** A ZIP archive (APPNOTE 6.3) of deflated entries. */
export function zip(entries: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size } of entries) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(Bun.hash.crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), made, fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(entriesBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, entriesBytes, Buffer.from("PK\x05\x06"), end]));
}

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A cell of a test's sheet: text, or the XML of a cell by its column. */
export type Cell = string | number | null | ((reference: string) => string);

/** An .xlsx workbook with shared strings, as Excel writes it; `sheets` by name. */
export function xlsx(sheets: Record<string, readonly (readonly Cell[])[]>, more: readonly Packed[] = []) {
  const strings: string[] = [];
  const names = Object.keys(sheets);
  const worksheets = Object.values(sheets).map((rows, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    data: `<worksheet><sheetData>${rows.map((cells, at) => rowOf(cells, at + 1, strings)).join("")}</sheetData></worksheet>`,
  }));
  const relations = names.map((_, index) =>
    relation(`s${index}`, "worksheet", `worksheets/sheet${index + 1}.xml`),
  );
  const listed = names.map(
    (name, index) => `<sheet name="${xml(name)}" sheetId="${index + 1}" r:id="s${index}"/>`,
  );
  const shared = [...strings.map((text) => `<si><t xml:space="preserve">${xml(text)}</t></si>`)];
  return zip(
    [
      { name: "[Content_Types].xml", data: "<Types/>" },
      { name: "_rels/.rels", data: relationships([relation("r", "officeDocument", "xl/workbook.xml")]) },
      {
        name: "xl/workbook.xml",
        data: `<workbook xmlns:r="${RELATIONS}"><sheets>${listed.join("")}</sheets></workbook>`,
      },
      {
        name: "xl/_rels/workbook.xml.rels",
        data: relationships([
          ...relations,
          relation("t", "sharedStrings", "sharedStrings.xml"),
          relation("f", "styles", "/xl/styles.xml"),
        ]),
      },
      { name: "xl/sharedStrings.xml", data: `<sst>${shared.join("")}</sst>` },
      { name: "xl/styles.xml", data: STYLES },
      ...worksheets,
    ].map((entry) => more.find(({ name }) => name === entry.name) ?? entry),
  );
}

/** Style 0 is general, 1 a date, 2 a number of five digits. */
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd&quot;. of &quot;mm.yyyy"/><numFmt numFmtId="165" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';

function rowOf(cells: readonly Cell[], number: number, strings: string[]): string {
  if (cells.length === 0) return "";
  const written = cells.map((cell, column) => {
    const reference = `${String.fromCharCode(65 + column)}${number}`;
    if (cell === null) return "";
    if (typeof cell === "function") return cell(reference);
    if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
    return `<c r="${reference}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
  });
  return `<row r="${number}">${written.join("")}</row>`;
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
}

function relationships(all: readonly string[]): string {
  return `<Relationships>${all.join("")}</Relationships>`;
}

/** An .ods spreadsheet; rows are the XML of table rows, `sheets` by name. */
export function ods(sheets: Record<string, string>, more: readonly Packed[] = []) {
  const tables = Object.entries(sheets).map(
    ([name, rows]) => `<table:table table:name="${xml(name)}">${rows}</table:table>`,
  );
  const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${tables.join("")}</office:spreadsheet></office:body></office:document-content>`;
  return zip([
    { name: "mimetype", data: "application/vnd.oasis.opendocument.spreadsheet" },
    { name: "content.xml", data: content },
    ...more,
  ]);
}

function xml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
