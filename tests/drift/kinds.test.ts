/** Kinds of messages that came after the library: it drops them in silence. */
import { expect, test } from "bun:test";
import { createKindNotes } from "../../daemon/providers/whatsapp-web/known/kinds.ts";
import { openLibrary } from "../../daemon/providers/whatsapp-web/library/library.ts";

const library = await openLibrary();
const { Message } = library.proto;

function kindsIn(...messages: Uint8Array[]): string[] {
  const shapes: string[] = [];
  const note = createKindNotes(library, (shape) => shapes.push(shape));
  for (const message of messages) note(message);
  return shapes;
}

const field = (number: number, value: Uint8Array | number[]) =>
  Uint8Array.from([((number * 8 + 2) & 127) | 128, (number * 8 + 2) >> 7, value.length, ...value]);

test("every kind that the library knows has no name, whatever is in it", () => {
  const known = [
    Message.fromObject({ conversation: "Hello" }),
    Message.fromObject({ imageMessage: { caption: "Hello", jpegThumbnail: Buffer.alloc(300, 255) } }),
    Message.fromObject({
      ephemeralMessage: { message: { viewOnceMessageV2: { message: { conversation: "Hello" } } } },
    }),
    Message.fromObject({
      deviceSentMessage: { destinationJid: "1@s.whatsapp.net", message: { conversation: "Hello" } },
    }),
    Message.fromObject({
      messageContextInfo: { messageSecret: Buffer.alloc(32, 7) },
      protocolMessage: { type: 0 },
    }),
  ];
  expect(kindsIn(...known.map((one) => Message.encode(one).finish()))).toEqual([]);
});

test("one that it does not know is named by its number, also within what disappears", () => {
  const strange = field(199, [1, 2, 3]);
  expect(kindsIn(strange)).toEqual(["message.kind=199"]);
  // ephemeralMessage is 40, and a wrapper has its message in 1
  expect(kindsIn(field(40, Uint8Array.from([10, strange.length, ...strange])))).toEqual(["message.kind=199"]);
});

test("whoever makes up kinds fills no list", () => {
  const made = Array.from({ length: 300 }, (_, n) => field(200 + n, []));
  expect(new Set(kindsIn(...made)).size).toBe(21);
});

test("bytes that are no message end nothing", () => {
  const broken = [[], [255], [10, 200, 1], Array<number>(40).fill(255), [0, 0, 0]];
  expect(kindsIn(...broken.map((bytes) => Uint8Array.from(bytes)))).toEqual([]);
});
