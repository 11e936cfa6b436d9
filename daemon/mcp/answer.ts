import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Refused } from "../http/inside/own-api.ts";
import { createFence, marked } from "./fence.ts";
import { linksIn } from "./files.ts";
import type { Outcome } from "./tool.ts";
import type { OwnWords } from "./words.ts";

/** Characters of one text: fewer, where an answer would otherwise be too long. */
const LENGTHS = [4_000, 1_000, 200, 60];
/** Characters of an answer, which stands in the context of a model. */
const MOST_OF_ALL = 60_000;

/** The result of a call of a tool, structured and as text, with the words of others marked. */
export function answer({ records, own = {} }: Outcome, words: OwnWords): CallToolResult {
  const { structured, text } = fitting(records, own, words);
  return { content: [{ type: "text", text }, ...linksIn(records)], structuredContent: structured };
}

/** The result of a call that the API refused: the code is Waypost's, the explanation may quote others. */
export function refusedAnswer({ status, problem }: Refused, words: OwnWords): CallToolResult {
  const { title: _, status: __, code, ...explanation } = problem;
  const { text } = fitting(explanation, { status, code: codeOf(code) }, words);
  return { content: [{ type: "text", text }], isError: true };
}

function fitting(records: Outcome["records"], own: Record<string, unknown>, words: OwnWords) {
  let made = { structured: {} as Record<string, unknown>, text: "" };
  for (const length of LENGTHS) {
    const fence = createFence(length);
    const shown = Object.entries(records).map(([name, value]) => [name, marked(value, fence.mark, words)]);
    const structured = { notice: fence.notice, ...own, ...Object.fromEntries(shown) };
    made = { structured, text: JSON.stringify(structured) };
    if (made.text.length <= MOST_OF_ALL) break;
  }
  return made;
}

/** A code in the form that all codes of the API have. */
function codeOf(code: unknown): string {
  return typeof code === "string" && /^[a-z_]{1,64}$/.test(code) ? code : "refused";
}
