import type { Note } from "../../../drift/known.ts";
import { isObject } from "../../../lib/objects.ts";
import type { Library } from "../library/library.ts";
import { createFieldStartReader } from "../receive/history/field-start.ts";

/** Kinds that are told apart in one process: people who write to a number can make up any. */
const MOST_KINDS = 20;
/** Above all numbers that WhatsApp has given to kinds of messages. */
const HIGHEST = 999;
const MOST_WRAPPERS = 4;
const DELIMITED = 2;

/** What the library knows of a field of a message: nothing, a kind, or what has a message of its own in a field. */
type Field = "unknown" | "kind" | { inner: number };

/** Makes the function that notes the kinds in an encoded message that the library does not know: it drops them in silence. */
export function createKindNotes(library: Library, note: Note): (message: Uint8Array) => void {
  const fields = new Map<number, Field>();
  const noted = new Set<number>();

  const fieldOf = (field: number): Field => {
    const known = fields.get(field) ?? ask(library, field);
    fields.set(field, known);
    return known;
  };

  function found(field: number): void {
    const isNamed = field <= HIGHEST && (noted.has(field) || noted.size < MOST_KINDS);
    if (isNamed) noted.add(field);
    note(`message.kind=${isNamed ? field : "?"}`);
  }

  function look(message: Uint8Array, level: number): void {
    for (const { field, value } of delimited(message)) {
      const known = field > HIGHEST ? "unknown" : fieldOf(field);
      if (known === "unknown") found(field);
      else if (known !== "kind" && level < MOST_WRAPPERS)
        for (const inner of delimited(value)) if (inner.field === known.inner) look(inner.value, level + 1);
    }
  }

  return (message) => look(message, 0);
}

/** Decodes a message that has only this field, empty, and one in which it holds a message. */
function ask({ proto }: Library, field: number): Field {
  const shown = (value: readonly number[]) => {
    try {
      return Object.values(proto.Message.decode(Uint8Array.from([...tagOf(field), value.length, ...value])));
    } catch {
      // it is known, and of another form
      return [null];
    }
  };
  if (shown([]).length === 0) return "unknown";
  const inner = [1, 2].find((one) => shown([one * 8 + DELIMITED, 0]).some(holdsMessage));
  return inner === undefined ? "kind" : { inner };
}

function holdsMessage(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "message") && isObject(value.message);
}

function tagOf(field: number): number[] {
  const tag = field * 8 + DELIMITED;
  return tag < 128 ? [tag] : [(tag & 127) | 128, tag >> 7];
}

/** The fields of a message that may hold messages; none from where it makes no sense. */
function* delimited(message: Uint8Array): Generator<{ field: number; value: Uint8Array }> {
  const start = createFieldStartReader();
  for (let at = 0; at < message.length; ) {
    const started = start.add(message[at] ?? 0);
    at += 1;
    if (started === "broken") return;
    if (started === null) continue;
    const { field, isDelimited, length } = started;
    if (at + length > message.length) return;
    if (isDelimited) yield { field, value: message.subarray(at, at + length) };
    at += length;
  }
}
