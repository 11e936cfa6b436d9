/** The part of an archive for machines: one JSON document. */
import { SECTION_NAMES } from "../../db/archives/sections.ts";
import type { Known, KnownMessage } from "./known.ts";

/** `person.json`, piece by piece: a list for each section, and `messages` as the API shows them, with their `files`. */
export async function* jsonOf(known: Known, madeAt: Date): AsyncGenerator<string> {
  yield `{\n"made_at": ${JSON.stringify(madeAt)}`;
  for (const section of SECTION_NAMES) yield* listOf(section, known.rows(section));
  yield* listOf("messages", withFiles(known.messages()));
  yield "\n}\n";
}

async function* listOf(name: string, rows: AsyncGenerator<object>): AsyncGenerator<string> {
  yield `,\n"${name}": [`;
  let comma = "";
  for await (const row of rows) {
    yield `${comma}\n${JSON.stringify(row, textOfBytes)}`;
    comma = ",";
  }
  yield "]";
}

async function* withFiles(messages: AsyncGenerator<KnownMessage>): AsyncGenerator<object> {
  for await (const { message, files } of messages) yield { ...message, files: files.map(({ name }) => name) };
}

/** Lines of imports are kept as bytes, as they came. */
function textOfBytes(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const found = this[key];
  return found instanceof Uint8Array ? new TextDecoder().decode(found) : value;
}
