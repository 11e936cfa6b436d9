import type { Known, Note } from "./known.ts";
import { cleanName } from "./names.ts";
import { noteWord } from "./strangers.ts";

/** A stanza of WhatsApp Web, or a part of one. */
export type Stanza = { tag: string; attrs: Record<string, unknown>; content?: unknown };

/** Notes the parts, attributes and words of a stanza that are not known; `known` has one member for each stanza. */
export function noteStanza(stanza: Stanza, known: Known, note: Note): void {
  const inner = known.members.get(stanza.tag);
  if (inner === undefined) note([known.path, cleanName(stanza.tag)].filter((part) => part !== "").join("."));
  else if (!inner.isOpen) noteParts(stanza, inner, note);
}

function noteParts({ attrs, content }: Stanza, known: Known, note: Note): void {
  for (const name in attrs) {
    const attribute = known.attributes.get(name);
    if (attribute === undefined) note(`${known.path}@${cleanName(name)}`);
    else noteWord(attrs[name], attribute, note);
  }
  if (!Array.isArray(content)) return;
  for (const part of content) noteStanza(part, known, note);
}
