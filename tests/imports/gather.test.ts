import { expect, test } from "bun:test";
import { createGathered } from "../../daemon/imports/gather.ts";

test("chunks are gathered in one piece, and then in another, without the chunks being kept", () => {
  const gathered = createGathered();
  const chunk = new Uint8Array(1);
  for (let byte = 0; byte < 200; byte++) {
    chunk[0] = byte;
    gathered.add(chunk);
  }
  expect(gathered.size()).toBe(200);
  const first = gathered.take();
  gathered.add(new Uint8Array([7, 8]));
  expect([...gathered.take()]).toEqual([7, 8]);
  expect([...first]).toEqual([...new Array(200).keys()]);
  expect([gathered.size(), gathered.take().length]).toEqual([0, 0]);
});
