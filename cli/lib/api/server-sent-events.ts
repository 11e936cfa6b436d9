/** One message of a stream; `data` is empty when it only says how far the stream is. */
export type ServerSentEvent = { id: string | undefined; event: string; data: string };

/**
 * Reads Server-Sent Events (HTML standard, section 9.2.6) from the pieces of an
 * answer, as they come. Comments are passed on as messages without data, since
 * they show that the other side is there.
 */
export async function* readServerSentEvents(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true });
    const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) yield parseBlock(block);
  }
}

function parseBlock(block: string): ServerSentEvent {
  const fields = block.split(/\r\n|\n|\r/).map(parseLine);
  const valuesOf = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
  return {
    id: valuesOf("id").at(-1),
    event: valuesOf("event").at(-1) ?? "message",
    data: valuesOf("data").join("\n"),
  };
}

/** A line that begins with a colon is a comment: a field without a name. */
function parseLine(line: string): { name: string; value: string } {
  const colon = line.indexOf(":");
  if (colon === -1) return { name: line, value: "" };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, "") };
}
