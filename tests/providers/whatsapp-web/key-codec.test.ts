/** Keys are kept in the library's own form. */
import { expect, test } from "bun:test";
import * as library from "baileys";
import { createKeyCodec } from "../../../daemon/providers/whatsapp-web/connection/keys/key-codec.ts";

const codec = createKeyCodec(library);
const bytes = Buffer.from([0, 1, 254, 255]);

test.each([
  { kind: "bytes", value: bytes },
  { kind: "bytes within something", value: { token: bytes, timestamp: "1" } },
  { kind: "a list", value: ["0", "1"] },
  { kind: "text that looks like bytes", value: { text: '"type":"Buffer"' } },
  { kind: "nothing that is known of", value: { "1:2": true } },
])("$kind come back as they were", ({ value }) => {
  expect(codec.decode("tctoken", codec.encode(value) ?? "")).toEqual(value);
});

test("bytes that are no Buffer come back as one", () => {
  const text = codec.encode({ public: new Uint8Array(bytes) });
  expect(codec.decode("pre-key", text ?? "")).toEqual({ public: bytes });
});
