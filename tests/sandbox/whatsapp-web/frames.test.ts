import { expect, test } from "bun:test";
import { createFrameReader, FrameError, frame } from "../../../daemon/sandbox/whatsapp-web/wire/frames.ts";

const HEADER = Buffer.from([87, 65, 6, 3]);
const ROUTING = Buffer.from([0x45, 0x44, 0, 1, 0, 0, 2, 9, 9]);

test.each([[[HEADER]], [[ROUTING, HEADER]]])(
  "frames come out whole, however the bytes arrive (%#)",
  (opening) => {
    const stream = Buffer.concat([...opening, frame(Buffer.from("one")), frame(Buffer.from("two"))]);
    for (let size = 1; size <= stream.length; size++) {
      const read = createFrameReader(HEADER);
      const frames: Buffer[] = [];
      for (let at = 0; at < stream.length; at += size) frames.push(...read(stream.subarray(at, at + size)));
      expect(frames.map(String)).toEqual(["one", "two"]);
    }
  },
);

test("another header is refused", () => {
  expect(() => createFrameReader(HEADER)(Buffer.from("HTTP"))).toThrow(FrameError);
});
