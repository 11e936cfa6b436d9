/** A socket remembers little of messages that may not be stored yet, whatever people send. */
import { expect, test } from "bun:test";
import * as library from "baileys";
import { arrivedOf } from "../../../daemon/providers/whatsapp-web/receive/arrivals.ts";
import {
  earlyFor,
  findRecent,
  keepEarly,
  noteRecent,
} from "../../../daemon/providers/whatsapp-web/receive/recent.ts";
import type { Sealed } from "../../../daemon/providers/whatsapp-web/receive/sealed.ts";

const newSocket = () => ({}) as library.WASocket;
const arrived = (id: string, message: library.proto.IMessage) => ({ ...arrivedOf({ key: { id } }), message });
const secretOf = (byte: number, length = 32) => ({ messageSecret: Buffer.alloc(length, byte) });
const change = (id: string | null, bytes = 16): Sealed => ({
  ...{ purpose: "Message Edit", about: { id } },
  ...{ payload: new Uint8Array(bytes), iv: new Uint8Array(12) },
});

test("secrets are remembered, the first of an id, and nothing else of a message", () => {
  const socket = newSocket();
  noteRecent(library, socket, arrived("A", { conversation: "private", messageContextInfo: secretOf(1) }));
  noteRecent(library, socket, arrived("A", { conversation: "forged", messageContextInfo: secretOf(2) }));
  const { message } = findRecent(socket, "A") ?? {};
  const kept = library.proto.Message.decode(message ?? new Uint8Array());
  expect([...(kept.messageContextInfo?.messageSecret ?? [])]).toEqual(Array(32).fill(1));
  expect(kept.conversation).toBeFalsy();
});

test("secrets and polls that are far too large are not", () => {
  const socket = newSocket();
  const options = Array.from({ length: 1000 }, () => ({ optionName: "x".repeat(1000) }));
  noteRecent(library, socket, arrived("B", { conversation: "", messageContextInfo: secretOf(1, 1_000_000) }));
  noteRecent(
    library,
    socket,
    arrived("C", { pollCreationMessageV3: { options }, messageContextInfo: secretOf(1) }),
  );
  expect([findRecent(socket, "B"), findRecent(socket, "C")]).toEqual([null, null]);
});

test("few early changes are kept, small ones, of few messages", () => {
  const socket = newSocket();
  const about = arrived("M0", { conversation: "late" });
  for (let n = 0; n < 50; n++) keepEarly(socket, change("M0"), arrived(`edit ${n}`, {}));
  keepEarly(socket, change("M0", 1_000_000), arrived("large", {}));
  keepEarly(socket, change(null), arrived("of none", {}));
  expect(earlyFor(socket, about).map(({ key }) => key.id)).toEqual(
    [45, 46, 47, 48, 49].map((n) => `edit ${n}`),
  );
  for (let n = 1; n <= 100; n++) keepEarly(socket, change(`M${n}`), arrived(`other ${n}`, {}));
  expect(earlyFor(socket, about)).toEqual([]);
});
