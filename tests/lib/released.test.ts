/** Bytes that go through, whose memory is given back as they have passed. */
import { afterAll, describe, expect, test } from "bun:test";
import http from "node:http";
import { PassThrough } from "node:stream";
import { released, writeReleased } from "../../daemon/lib/released.ts";

const CHUNKS = 40;
const CHUNK_BYTES = 256 * 1024;

const taken: string[] = [];
const server = http.createServer(async (request, response) => {
  const digest = new Bun.CryptoHasher("sha256");
  for await (const chunk of request) {
    digest.update(chunk as Buffer);
    // slower than what comes
    await Bun.sleep(0);
  }
  taken.push(digest.digest("hex"));
  response.end();
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());

const { port } = server.address() as { port: number };

function chunks(count: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: count }, (_, n) => new Uint8Array(CHUNK_BYTES).fill(n));
}

async function* of(...parts: Uint8Array[]) {
  yield* parts;
}

describe("what passes", () => {
  test("gives its memory back once the next is requested", async () => {
    const [first, second] = chunks(2) as [Uint8Array, Uint8Array];
    const passing = released(of(first, second));
    expect((await passing.next()).value).toHaveLength(CHUNK_BYTES);
    expect(first).toHaveLength(CHUNK_BYTES);
    await passing.next();
    expect([first.length, second.length]).toEqual([0, CHUNK_BYTES]);
  });

  test("keeps memory that it shares with something else", async () => {
    const whole = new Uint8Array(8).fill(7);
    for await (const _ of released(of(whole.subarray(0, 4), whole.subarray(4))));
    expect(whole).toEqual(new Uint8Array(8).fill(7));
  });
});

describe("what is written", () => {
  test("arrives byte for byte, with a receiver that is slower", async () => {
    const sent = chunks(CHUNKS);
    const expected = new Bun.CryptoHasher("sha256").update(Buffer.concat(sent)).digest("hex");
    const call = http.request({ port, host: "127.0.0.1", method: "POST" });
    const answered = new Promise((resolve) => call.on("response", resolve));
    await writeReleased(of(...sent), call);
    await answered;
    expect(taken.at(-1)).toBe(expected);
    expect(sent.every(({ length }) => length === 0)).toBe(true);
  });

  test("ends with what it is written to", async () => {
    const to = new PassThrough({ highWaterMark: 1 });
    to.on("error", () => {});
    const writing = writeReleased(of(...chunks(2)), to);
    to.destroy();
    await expect(writing).rejects.toThrow("closed");
  });

  test("ends with what it comes from", async () => {
    const to = new PassThrough().on("error", () => {}).resume();
    const broken = async function* () {
      yield* chunks(1);
      throw new Error("the disk is gone");
    };
    await expect(writeReleased(broken(), to)).rejects.toThrow("the disk is gone");
    expect(to.destroyed).toBe(true);
  });
});
