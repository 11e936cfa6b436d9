import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Refused } from "./api.ts";
import { createFence, marked } from "./fence.ts";
import type { Outcome } from "./tool.ts";
import type { IsOurs } from "./words.ts";

/** Characters of one text, where an answer would otherwise be too long. */
const LENGTHS = [4_000, 1_000, 200, 60];
/** Characters of an answer, which stands in the context of a model. */
const MOST_OF_ALL = 60_000;

/** The address of a file's resource. */
const fileUri = (id: string) => `waypost://media/${id}`;

/** The result of a call of a tool, structured and as text, with the words of others marked. */
export function answer({ records, own = {}, files = [] }: Outcome, isOurs: IsOurs): CallToolResult {
  const { structured, text } = fitting(records, own, isOurs);
  const links = files.map((id) => ({ type: "resource_link" as const, uri: fileUri(id), name: id }));
  return { content: [{ type: "text", text }, ...links], structuredContent: structured };
}

/** The result of a call that the API refused: the code is Waypost's, the explanation may quote others. */
export function refusedAnswer({ status, problem }: Refused, isOurs: IsOurs): CallToolResult {
  const { title, status: _, code, instance, type, ...rest } = problem;
  const { text } = fitting(rest, { status, code: codeOf(code) }, isOurs);
  return { content: [{ type: "text", text }], isError: true };
}

function fitting(records: Outcome["records"], own: Record<string, unknown>, isOurs: IsOurs) {
  let made = { structured: {} as Record<string, unknown>, text: "" };
  for (const length of LENGTHS) {
    const fence = createFence(length);
    const structured = { notice: fence.notice, ...own, ...(marked(records, fence.mark, isOurs) as object) };
    made = { structured, text: JSON.stringify(structured) };
    if (made.text.length <= MOST_OF_ALL) break;
  }
  return made;
}

/** A code in the form that all codes of the API have. */
function codeOf(code: unknown): string {
  return typeof code === "string" && /^[a-z_]{1,64}$/.test(code) ? code : "refused";
}
