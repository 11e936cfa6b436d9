import type { Archive } from "./archive.ts";
import { readXml } from "./xml.ts";

/** How to read the numbers of a cell: as a date and time, or with zeros in front. */
export type NumberFormat = { isTime: boolean; digits: number };

/** The formats that every workbook has and that show dates and times (ECMA-376, 18.8.30, and East Asian ones). */
const BUILT_IN_TIMES = /^(?:1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/;
const PLAIN: NumberFormat = { isTime: false, digits: 0 };

/** The number formats of a workbook's styles, by the number that a cell has for its style. */
export async function readNumberFormats(archive: Archive, entry: string): Promise<NumberFormat[]> {
  const codes = new Map<string, string>();
  const found: string[] = [];
  let isCellFormat = false;
  const reader = {
    opens(element: string, attributes: ReadonlyMap<string, string>) {
      if (element === "cellXfs") isCellFormat = true;
      if (element === "numFmt")
        codes.set(attributes.get("numFmtId") ?? "", attributes.get("formatCode") ?? "");
      if (element === "xf" && isCellFormat) found.push(attributes.get("numFmtId") ?? "0");
    },
    closes(element: string) {
      if (element === "cellXfs") isCellFormat = false;
    },
    text() {},
    take: () => found.splice(0),
  };
  const formats: NumberFormat[] = [];
  for await (const id of readXml(archive.read(entry), reader)) formats.push(formatOf(id, codes.get(id)));
  return formats;
}

function formatOf(id: string, code: string | undefined): NumberFormat {
  if (code === undefined) return BUILT_IN_TIMES.test(id) ? { ...PLAIN, isTime: true } : PLAIN;
  if (/^0+$/.test(code)) return { ...PLAIN, digits: code.length };
  // without texts in quotes, colours and conditions in brackets, and single characters
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, "");
  return { ...PLAIN, isTime: /[ymdhs]/i.test(bare) && !/general|standard/i.test(bare) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A number as it stands in a workbook, in the way a person would write it: dates by ISO 8601, no exponents. */
export function numberText(text: string, { isTime, digits }: NumberFormat = PLAIN, is1904 = false): string {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return text;
  if (isTime && value >= 0 && value < 2_958_466) return timeText(value, is1904);
  // spreadsheet programs count in 15 digits: what comes after is an artefact
  const plain = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  return String(plain).padStart(digits, "0");
}

/** Days since the end of 1899 (or the beginning of 1904), as a date, with the time if there is one. */
function timeText(days: number, is1904: boolean): string {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const iso = new Date(epoch + Math.round((days * DAY_MS) / 1000) * 1000).toISOString();
  if (days < 1) return iso.slice(11, 19);
  return Number.isInteger(days) ? iso.slice(0, 10) : iso.slice(0, 19);
}
