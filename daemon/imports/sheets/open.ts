import type { FileHandle } from "node:fs/promises";
import { problem } from "../../http/problem.ts";
import { writeAll } from "../../lib/disk/write-all.ts";
import { createTidier } from "../../lib/tidier.ts";
import { openArchive } from "./archive.ts";
import { unreadable } from "./damaged.ts";
import { openOds } from "./ods.ts";
import type { Sheet } from "./sheet.ts";
import { openTemporaryFile } from "./temporary-file.ts";
import { openXlsx } from "./xlsx.ts";

/** The largest spreadsheet that is taken, in bytes. */
const MOST_SHEET_BYTES = 256 * 1024 * 1024;
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** A spreadsheet that is open, to be closed. */
export type OpenSheet = { format: "xlsx" | "ods"; sheet: Sheet; close(): Promise<void> };

/** Whether a file begins as spreadsheets do, which are ZIP archives. */
export function isSpreadsheet(beginning: Uint8Array): boolean {
  return ZIP.every((byte, index) => beginning[index] === byte);
}

/**
 * Keeps a spreadsheet in a temporary file, since its directory is at its end, and opens a sheet
 * of it: the first, or the one that is wanted. Rejects with 413 or 422.
 */
export async function openSheet(parts: AsyncIterable<Uint8Array>, wanted?: string): Promise<OpenSheet> {
  const file = await openTemporaryFile();
  const strings = await openTemporaryFile();
  const close = async () => {
    await file.close();
    await strings.close();
  };
  try {
    await store(parts, file);
    const archive = await openArchive(file);
    if (archive.has("content.xml")) return { format: "ods", sheet: await openOds(archive, wanted), close };
    if (archive.has("[Content_Types].xml"))
      return { format: "xlsx", sheet: await openXlsx(archive, strings, wanted), close };
    throw unreadable("the file is a ZIP archive, but no .xlsx or .ods spreadsheet; send what is in it");
  } catch (cause) {
    await close();
    throw cause;
  }
}

async function store(parts: AsyncIterable<Uint8Array>, file: FileHandle): Promise<void> {
  const tidy = createTidier();
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > MOST_SHEET_BYTES)
      throw problem(
        413,
        "body_too_large",
        `a spreadsheet can have ${MOST_SHEET_BYTES} bytes; save it as CSV`,
      );
    await writeAll(file, part);
    tidy(part.length);
  }
}
