/** A file to import: a byte order mark, CRLF, quoted line breaks, accents, faults and duplicates. */
import { open } from "node:fs/promises";

export type GeneratedFile = { path: string; rows: number; faulty: number; duplicates: number; bytes: number };

const HEADING = '\ufeffPhone,Name,E-mail,City,"Customer since",Tags\r\n';
const LINES_AT_ONCE = 2000;
/** One in so many rows is wrong, and one in so many is the person of the row before it again. */
const FAULTY = 100;
const DUPLICATE = 50;

/** Writes `rows` rows to a file; those of different `series` have different people. */
export async function writeFile(path: string, rows: number, series: number): Promise<GeneratedFile> {
  const file = await open(path, "w");
  let bytes = 0;
  let faulty = 0;
  let duplicates = 0;
  try {
    let lines: Buffer[] = [Buffer.from(HEADING)];
    for (let row = 0; row < rows; row++) {
      if (row % FAULTY === 7) faulty += 1;
      else if (row % DUPLICATE === 11) duplicates += 1;
      lines.push(lineOf(row, series));
      if (lines.length < LINES_AT_ONCE && row < rows - 1) continue;
      const text = Buffer.concat(lines);
      bytes += text.length;
      await file.write(text);
      lines = [];
    }
  } finally {
    await file.close();
  }
  return { path, rows, faulty, duplicates, bytes };
}

function lineOf(row: number, series: number): Buffer {
  if (row % FAULTY === 7)
    return FAULTS[Math.floor(row / FAULTY) % FAULTS.length]?.(row) ?? Buffer.from("x\r\n");
  const person = row % DUPLICATE === 11 ? row - 1 : row;
  const phone = `+1 ${200 + series}-${String(2_000_000 + person).replace(/(\d{3})(\d{4})/, "$1-$2")}`;
  const name = person % 3 === 0 ? `"Müller, José ${person}"` : `Person ${person}`;
  const city = person % 10 === 0 ? `"First line\r\nSecond ""line"""` : "São Paulo";
  return Buffer.from(
    `${phone},${name},person${person}.${series}@example.com,${city},2019-05-0${person % 9},vip\r\n`,
  );
}

/** Each way to be wrong, as bytes: one of them is Latin-1 in a file that is UTF-8. */
const FAULTS: ((row: number) => Buffer)[] = [
  (row) => Buffer.from(`12-ab${row},Bob,,,,\r\n`),
  (row) => Buffer.from(`,Nobody ${row},,,,\r\n`),
  (row) => Buffer.from(`,Bob,not an address ${row},,,\r\n`),
  (row) => Buffer.from(`+12025550123,Many,${row},a,b,c,d,e,f\r\n`),
  (row) => Buffer.from(`+12025550123,Jürgen ${row},,,,\r\n`, "latin1"),
  (row) => Buffer.from(`+1 202 555 0123/24,Two ${row},,,,\r\n`),
];
