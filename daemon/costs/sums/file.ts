import type { GroupedSum } from "../../../db/costs/sums.ts";
import type { Reader } from "../../http/reading.ts";
import { type BrokeOff, fileResponse } from "../../imports/file-response.ts";
import { csvLine } from "../../imports/read/csv-line.ts";
import type { Question } from "./query.ts";
import { type Found, readCosts } from "./read.ts";

const CONTACTS_AT_ONCE = 1000;
const COLUMNS = ["group", "name", "messages", "free", "unpriced", "amount", "currency"];

/** The answer to a question as CSV, with all contacts and without a total. */
export function costsAsCsv(
  readPage: Reader["readPage"],
  question: Question,
  brokeOff: BrokeOff,
): Promise<Response> {
  return fileResponse({ name: "costs", format: "csv", texts: linesOf(readPage, question) }, brokeOff);
}

async function* linesOf(readPage: Reader["readPage"], question: Question): AsyncGenerator<string> {
  let above = csvLine(COLUMNS);
  let after: string | null = null;
  do {
    const found: Found = await readPage((sql) => readCosts(sql, question, after, CONTACTS_AT_ONCE));
    yield above + found.groups.map((sum) => csvLine(cellsOf(sum, question.filter.currency))).join("");
    above = "";
    after = found.next;
  } while (after !== null);
}

function cellsOf({ group, name, messages, free, unpriced, amount }: GroupedSum, currency: string): string[] {
  const figures = [messages, free, unpriced, amount].map(String);
  return [group ?? "", name ?? "", ...figures, currency];
}
