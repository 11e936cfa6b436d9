import type { BinaryNode } from "baileys";

/** The server's own address: with the "@", as WhatsApp Web writes it (Baileys: WABinary/jid-utils.js). */
export const SERVER = "@s.whatsapp.net";

/** A stanza, or a part of one. Attributes that are undefined are left out. */
export function node(
  tag: string,
  attributes: Record<string, string | undefined> = {},
  content?: BinaryNode["content"],
): BinaryNode {
  const attrs: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) attrs[name] = value;
  }
  return content === undefined ? { tag, attrs } : { tag, attrs, content };
}

/** The children of a stanza; none when its content is text, bytes or nothing. */
export function children(stanza: BinaryNode | undefined, tag?: string): BinaryNode[] {
  if (!Array.isArray(stanza?.content)) return [];
  return tag === undefined ? stanza.content : stanza.content.filter((child) => child.tag === tag);
}

/** The first child of that name. */
export function child(stanza: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return children(stanza, tag)[0];
}

/** The content as bytes; empty when there is none. */
export function bytes(stanza: BinaryNode | undefined): Buffer {
  const content = stanza?.content;
  return content === undefined || Array.isArray(content) ? Buffer.alloc(0) : Buffer.from(content);
}

/** The content as text. Text arrives as bytes where the codec could not pack it. */
export function text(stanza: BinaryNode | undefined): string {
  return bytes(stanza).toString("utf8");
}

/** A whole number in `length` bytes, the highest first. */
export function bigEndian(value: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer;
}

/** Reads what `bigEndian` wrote; 0 when there is nothing. */
export function fromBigEndian(buffer: Buffer): number {
  return buffer.length === 0 || buffer.length > 6 ? 0 : buffer.readUIntBE(0, buffer.length);
}

/** Seconds since 1970, as stanzas write the time. */
export function seconds(at: number = Date.now()): string {
  return Math.floor(at / 1000).toString();
}
