import sax from "sax";
import { giveWay } from "../../lib/give-way.ts";
import { damaged, unreadable } from "./damaged.ts";

/** Handlers of the parts of an XML document; names come without their namespace. */
export type XmlReader<Item> = {
  opens(name: string, attributes: ReadonlyMap<string, string>): void;
  closes(name: string): void;
  /** A text, or a part of one. */
  text(text: string): void;
  /** The items read since the last call. */
  take(): Item[];
};

/** The types of the package don't know the option. */
const OPTIONS: sax.SAXOptions & { strictEntities: boolean } = { strictEntities: true };
const MOST_DEPTH = 64;
const MOST_ATTRIBUTES = 100;

/**
 * Reads an XML document as it comes, and yields what its reader makes of each part of it; other
 * requests have their turn in between. The memory it takes does not depend on the document:
 * long texts come in pieces, and names, attributes and depth are bounded. Entities other than
 * XML's own are refused, and nothing outside of the document is ever read. Rejects with 422.
 */
export async function* readXml<Item>(
  parts: AsyncIterable<Uint8Array>,
  reader: XmlReader<Item>,
): AsyncGenerator<Item> {
  const parser = createParser(reader);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const part of parts) {
    attempt(() => parser.write(decoder.decode(part, { stream: true })));
    yield* reader.take();
    await giveWay();
  }
  attempt(() => parser.write(decoder.decode()).close());
  yield* reader.take();
}

function attempt(read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    throw damaged(cause);
  }
}

function createParser(reader: XmlReader<unknown>): sax.SAXParser {
  const parser = sax.parser(true, OPTIONS);
  let depth = 0;
  let attributes = new Map<string, string>();
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = () => {
    throw unreadable("the spreadsheet declares a document type, which no spreadsheet program does");
  };
  parser.onattribute = ({ name, value }) => {
    if (attributes.size === MOST_ATTRIBUTES)
      throw unreadable("the spreadsheet is damaged: too many attributes");
    attributes.set(localOf(name), value);
  };
  parser.onopentag = ({ name }) => {
    depth += 1;
    if (depth > MOST_DEPTH) throw unreadable("the spreadsheet is damaged: it is nested too deep");
    reader.opens(localOf(name), attributes);
    attributes = new Map();
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    reader.closes(localOf(name));
  };
  parser.ontext = (text) => reader.text(text);
  parser.oncdata = (text) => reader.text(text);
  return parser;
}

function localOf(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
