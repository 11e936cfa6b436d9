import { csvLine } from "./read/csv-line.ts";
import { SENT_AS, type TextFormat } from "./read/format.ts";

/** A file that is made as it is read: nothing is prepared ahead of a slow reader. */
export type MadeFile = {
  /** Without its extension. */
  name: string;
  format: TextFormat;
  /** Whole lines each, and never nothing; a heading comes with the first of them. */
  texts: AsyncGenerator<string>;
};

/** Notes why a response ended early; returns the id of its request. */
export type BrokeOff = (cause: unknown) => string;

const EXTENSIONS: Record<TextFormat, string> = { csv: "csv", ndjson: "ndjson", vcard: "vcf" };
/** How long the last line of what broke off has to leave before the connection is cut, which throws away what did not. */
const FAREWELL_MS = 2000;

/**
 * Answers with such a file once its beginning was read; throws what keeps it from that. Where it can't be made to its
 * end, its last line says so, and the connection is cut: neither who reads it nor the program that fetched it takes it
 * for whole.
 */
export async function fileResponse({ name, format, texts }: MadeFile, brokeOff: BrokeOff): Promise<Response> {
  const first = await texts.next();
  const body = streamed(first, texts, (cause) => lastLine(format, brokeOff(cause)));
  return new Response(body, {
    headers: {
      "content-type": SENT_AS[format],
      "content-disposition": `attachment; filename="${name}.${EXTENSIONS[format]}"`,
    },
  });
}

function lastLine(format: TextFormat, requestId: string): string {
  const detail = `The daemon broke off; the file is incomplete. Its log says why: request ${requestId}`;
  if (format !== "ndjson") return csvLine([detail]);
  return `${JSON.stringify({ error: { code: "broke_off", detail, request_id: requestId } })}\n`;
}

function streamed(
  first: IteratorResult<string>,
  texts: AsyncGenerator<string>,
  lastLineOf: (cause: unknown) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | undefined = first;
  let failure: { cause: unknown } | undefined;
  let isRead = true;
  return new ReadableStream({
    async pull(controller) {
      if (failure !== undefined) {
        await Bun.sleep(FAREWELL_MS);
        return controller.error(failure.cause);
      }
      try {
        const { done, value } = next ?? (await texts.next());
        next = undefined;
        if (!isRead) return;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (cause) {
        if (!isRead) return;
        failure = { cause };
        controller.enqueue(encoder.encode(lastLineOf(cause)));
      }
    },
    async cancel() {
      isRead = false;
      await texts.return(undefined);
    },
  });
}
