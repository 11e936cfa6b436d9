/** Conversions beside each other: whose turn it is, what a file may ask for, and what is not tried again. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { createShares } from "../../daemon/lib/turns/shares.ts";
import { convert } from "../../daemon/media/outgoing/convert/convert.ts";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { newHome } from "../cli/run-cli.ts";
import { makeKey } from "../support/daemon.ts";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

const home = newHome();
const gate = join(home, "open");
const runs = join(home, "runs");
/** Stands in for ffmpeg: notes each run, and stops at what says so until it is let through. */
const program = join(home, "ffmpeg");
await Bun.write(
  program,
  `#!/bin/sh
echo run >> ${runs}
previous=; for last; do [ "$previous" = -i ] && input=\${last#file:}; previous=$last; done
case $(head -c 20 "$input") in
  *slow*) while [ ! -e ${gate} ]; do sleep 0.02; done;;
  *large*) sleep 1; head -c 200000 /dev/zero > "\${last#file:}"; exit 0;;
  *damaged*) echo damaged >&2; exit 1;;
esac
cp "$input" "\${last#file:}"
`,
);
await chmod(program, 0o755);
const runCount = () => (existsSync(runs) ? readFileSync(runs, "utf8").split("\n").length - 1 : 0);

const waypost = ownDaemon({ config: { home, ffmpeg: program } });

async function upload(key: string, body: Bun.BodyInit, query: string) {
  const response = await fetch(`${waypost.url}/v1/media?${query}`, {
    ...{ method: "POST", headers: { "x-api-key": key }, body },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body: answer };
}

const sound = (what: string) => `ID3\x03\x00\x00\x00\x00\x00\x00${what} ${crypto.randomUUID()}`;

test("one organisation's conversions hold up none of another's, and are refused when too many wait", async () => {
  const { secrets, sql, key } = waypost;
  const other = await addOrganization(sql, secrets, { name: "Other", email: "other@example.com" });
  const outcomes: number[] = [];
  const slow = Array.from({ length: 30 }, () =>
    upload(key, sound("slow"), "convert=voice").then((answer) => {
      outcomes.push(answer.status);
      return answer;
    }),
  );
  await until(() => outcomes.length === 8);
  expect(outcomes).toEqual(new Array(8).fill(503));
  const { status } = await upload(other.api_key, sound("quick"), "convert=voice");
  expect([status, outcomes.length]).toEqual([201, 8]);
  writeFileSync(gate, "");
  const answers = await Promise.all(slow);
  const refused = answers.find((answer) => answer.status === 503);
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(22);
  expect([refused?.body.code, refused?.headers.get("retry-after")]).toEqual(["busy", "10"]);
});

test("where one key's conversions fill its organisation's line, another key has its place in it", async () => {
  rmSync(gate, { force: true });
  const second = await makeKey(waypost, ["*"]);
  const slow = Array.from({ length: 23 }, () => upload(waypost.key, sound("slow"), "convert=voice"));
  expect((await Promise.race(slow)).status).toBe(503);
  const quick = upload(second, sound("quick"), "convert=voice");
  let refused = 0;
  for (const one of slow) void one.then(({ status }) => (refused += status === 503 ? 1 : 0));
  await until(() => refused === 2);
  writeFileSync(gate, "");
  expect((await quick).status).toBe(201);
  expect((await Promise.all(slow)).filter(({ status }) => status === 503)).toHaveLength(2);
});

test("all attempts at a file share one budget", async () => {
  const path = join(home, "large.png");
  await Bun.write(path, "large");
  const taken = {
    ...{ path, size: 5, mimeType: "image/png", kind: "document" as const, sha256: "" },
    fileName: null,
  };
  const converter = {
    findFfmpeg: () => program,
    turns: createShares({ atOnce: 1 }),
    patienceMs: 1500,
  };
  const wanted = {
    names: ["org_1"],
    target: "sticker" as const,
    signal: new AbortController().signal,
  };
  await expect(convert(converter, { ...taken, refuseLarger: () => {} }, wanted)).rejects.toMatchObject({
    code: "conversion_failed",
    detail: expect.stringContaining("it took too long"),
  });
});

test("a file that can't be converted is tried once for all messages that need it", async () => {
  const { body } = await upload(waypost.key, sound("damaged"), "as=document");
  const before = runCount();
  for (const to of ["16505550301", "16505550302", "16505550303"]) {
    const message = { channel_id: waypost.channelId, to, type: "audio" };
    const content = { media_id: body.id, voice: true };
    const sent = await waypost.call("POST", "/v1/messages", { ...message, content });
    const { error } = await waypost.until(sent.body.id, "sent", "failed");
    expect(error).toMatchObject({ code: "conversion_failed" });
  }
  expect(runCount() - before).toBe(1);
});

/** A GIF of so many pixels a side, and of so many pictures that each change one of them. */
function gif(side: number, pictures: number, hundredths: number): Uint8Array<ArrayBuffer> {
  const screen = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  screen.writeUInt16LE(side, 6);
  screen.writeUInt16LE(side, 8);
  const picture = Buffer.from("!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0", "latin1");
  picture.writeUInt16LE(hundredths, 4);
  return new Uint8Array(Buffer.concat([screen, ...new Array(pictures).fill(picture), Buffer.from(";")]));
}

test.skipIf(!hasFfmpeg).each([
  ["of many large pictures", 7000, 1100, 4, "1320 of 49000000"],
  ["that lasts for years", 64, 60_000, 65_535, "pictures"],
])(
  "a GIF %s is refused before it is decoded, a usual one is not",
  async (_, side, pictures, hundredths, said) => {
    const path = join(home, `${side}.gif`);
    await Bun.write(path, gif(side, pictures, hundredths));
    const converter = {
      findFfmpeg: () => Bun.which("ffmpeg"),
      turns: createShares({ atOnce: 1 }),
      patienceMs: 60_000,
    };
    const wanted = {
      names: ["org_1"],
      target: "video" as const,
      signal: new AbortController().signal,
    };
    const taken = (file: string) => ({
      ...{
        path: file,
        size: 5,
        mimeType: "image/gif",
        kind: "document" as const,
        sha256: "",
        fileName: null,
      },
      refuseLarger: () => {},
    });
    await expect(convert(converter, taken(path), wanted)).rejects.toMatchObject({
      code: "conversion_failed",
      detail: expect.stringContaining(said),
    });
    const usual = join(home, `usual${side}.gif`);
    await made(usual, "-f", "lavfi", "-i", "testsrc=s=64x48:d=1:r=5");
    expect(await convert(converter, taken(usual), wanted)).toMatchObject({ mimeType: "video/mp4" });
  },
);
