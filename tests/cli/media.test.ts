/** Files from the terminal, by the real CLI on a real daemon. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { newHome, runCli } from "./run-cli.ts";

const home = newHome();
const waypost = ownDaemon({ config: { home } });

const reach = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const cli = (...args: string[]) => runCli(["media", ...args], { env: reach() });
const fileOf = async (name: string, bytes: string | Uint8Array) => {
  const path = join(home, name);
  await Bun.write(path, bytes);
  return path;
};
/** Begins as a JPEG does. */
const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size)]);

/** The first page of an Ogg file that holds Opus. */
const oggOpus = Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), Buffer.from("OpusHead")]);

test("files are uploaded, listed, shown, downloaded and deleted", async () => {
  const menu = await fileOf("Menü (1).pdf", "%PDF-1.4 menu");
  const photo = await fileOf("photo.jpg", jpeg(100));
  const uploaded = await cli("upload", menu, photo, "--json");
  const records = uploaded.stdout.split(/\n(?=\{)/).map((text) => JSON.parse(text));
  expect(records).toMatchObject([
    { filename: "Menü (1).pdf", kind: "document", mime_type: "application/pdf", size: 13 },
    { filename: "photo.jpg", kind: "image" },
  ]);
  const [{ id, sha256 }] = records;
  expect((await cli("list", "--sha256", sha256)).stdout).toContain(`${id}\toutbound\tdocument`);
  expect((await cli("get", id, "--jq", ".size")).stdout).toBe("13\n");
  expect((await cli("download", id)).stdout).toBe("%PDF-1.4 menu");
  expect((await cli("delete", id)).code).toBe(2);
  expect((await cli("delete", id, "--yes")).code).toBe(0);
  expect((await cli("get", id)).code).toBe(3);
});

test("standard input is a file, with the name that is given", async () => {
  const run = await runCli(["media", "upload", "-", "--filename", "uptime.txt"], {
    env: reach(),
    stdin: "up 3 days",
  });
  expect(run.stdout).toMatch(/^med_\w+\tuptime\.txt\ttext\/plain\t9\n$/);
});

test("a refused file is named, and what was uploaded before it is listed", async () => {
  const small = await fileOf("small.txt", "small");
  const large = await fileOf("large.jpg", jpeg(20 * 1024 ** 2));
  const run = await cli("upload", small, large);
  expect(run.code).toBe(3);
  expect(run.stdout).toStartWith("med_");
  expect(run.stderr).toContain("large.jpg: a file to send as image has at most 5242880 bytes");
});

test("a file is sent as the type of its bytes, or as the given type", async () => {
  const menu = await fileOf("menu.pdf", "%PDF-1.4 to be sent");
  const photo = await fileOf("poster", jpeg(50));
  const sound = await fileOf("answer.ogg", Buffer.concat([oggOpus, Buffer.alloc(64)]));
  const send = async (...args: string[]) => {
    const to = ["--to", "14155561007", "--channel", waypost.channelId];
    const { stdout, stderr } = await runCli(["send", ...to, ...args, "--json"], { env: reach() });
    if (stdout === "") throw new Error(stderr);
    const { type, content } = (await waypost.call("GET", `/v1/messages/${JSON.parse(stdout).id}`)).body;
    const { filename } = (await waypost.call("GET", `/v1/media/${content.media_id}/info`)).body;
    return [type, filename, content];
  };
  const id = expect.stringMatching(/^med_/);
  expect(await send("--file", menu, "--caption", "Menu")).toEqual([
    ...["document", "menu.pdf"],
    expect.objectContaining({ media_id: id, caption: "Menu" }),
  ]);
  expect(await send("--file", photo)).toMatchObject(["image", "poster", { media_id: id }]);
  expect(await send("--document", menu, "--filename", "a.pdf")).toMatchObject(["document", "a.pdf", {}]);
  await expect(send("--document", photo)).rejects.toThrow("this file is image/jpeg: send it as image");
  expect(await send("--file", sound, "--as", "voice")).toMatchObject([
    ...["audio", "answer.ogg", { media_id: id, voice: true }],
  ]);
});

test.skipIf(!hasFfmpeg)("a video of a browser is sent as a video", async () => {
  const clip = join(home, "clip.webm");
  await made(clip, "-f", "lavfi", "-i", "testsrc=s=64x64:d=0.2:r=5", "-c:v", "libvpx");
  const to = ["--to", "14155561008", "--channel", waypost.channelId];
  const { stdout } = await runCli(["send", ...to, "--video", clip, "--json"], { env: reach() });
  const sent = await waypost.until(JSON.parse(stdout).id, "sent", "delivered", "read", "failed");
  expect([sent.type, sent.error]).toEqual(["video", null]);
});

test("the file of a template's header, and its example, are uploaded", async () => {
  const photo = await fileOf("header.jpg", jpeg(70));
  const definition = {
    ...{ name: "menu_of_today", language: "en_US", category: "MARKETING" },
    components: [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Look." },
    ],
  };
  const json = await fileOf("menu.json", JSON.stringify(definition));
  const create = (...args: string[]) =>
    runCli(["templates", "create", "--file", json, "--channel", waypost.channelId, ...args, "--json"], {
      env: reach(),
    });
  const created = await create("--example", photo);
  const [header] = JSON.parse(created.stdout).components;
  const media_id = header.example.media_id;
  expect((await waypost.call("GET", `/v1/media/${media_id}/info`)).body.filename).toBe("header.jpg");
  const many = await create("--example", photo, "--example", photo);
  expect([many.code, many.stderr]).toEqual([
    2,
    expect.stringContaining("the headers of the template take 1"),
  ]);

  const to = ["--to", "14155561009", "--channel", waypost.channelId, "--template", "menu_of_today"];
  const sent = await runCli(["send", ...to, "--header-image", photo, "--dry-run", "--json"], {
    env: reach(),
  });
  const [{ parameters }] = JSON.parse(sent.stdout).body.content.template.components;
  expect(parameters).toEqual([{ type: "image", image: { media_id: "med_unknown" } }]);
  const two = await runCli(["send", ...to, "--header-image", photo, "--header-video", photo], {
    env: reach(),
  });
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining("a header has one file")]);
});

test("a dry run uploads no file", async () => {
  const bytes = "%PDF-1.4 never to be sent";
  const menu = await fileOf("dry.pdf", bytes);
  const args = ["send", "--to", "14155561008", "--channel", waypost.channelId, "--file", menu];
  const run = await runCli([...args, "--dry-run", "--json"], { env: reach() });
  expect(JSON.parse(run.stdout)).toMatchObject({ path: "/v1/messages", body: { type: "document" } });
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  expect((await waypost.call("GET", `/v1/media?sha256=${hash}`)).body.data).toEqual([]);
});

test.each([
  [["upload"], "missing required argument 'file'"],
  [["upload", "/no/such/file"], "/no/such/file can't be read (ENOENT)"],
  [["upload", "/tmp"], "/tmp is not a file"],
  [["upload", "a", "b", "--filename", "c"], "--filename is for one file"],
])("%p is refused before anything is sent", async (args, message) => {
  expect(await cli(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
