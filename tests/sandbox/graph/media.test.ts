import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { createHash } from "node:crypto";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { codeOf, type Json, openSandbox, PHONE, type TestSandbox } from "./support.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

async function uploaded(mimeType: string, bytes?: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await sandbox.upload(mimeType, bytes);
  expect(answer).toEqual({ status: 200, body: { id: expect.stringMatching(/^\d+$/) } });
  return String(answer.body.id);
}

test("an upload can be described, downloaded and deleted", async () => {
  const bytes = new Uint8Array([137, 80, 78, 71, 0, 255]);
  const id = await uploaded("image/png", bytes);
  const { body } = await sandbox.graph("GET", `${id}?phone_number_id=${PHONE.id}`);
  expect(body).toEqual({
    ...{ id, messaging_product: "whatsapp", mime_type: "image/png", file_size: "6" },
    sha256: createHash("sha256").update(bytes).digest("hex"),
    url: expect.stringContaining(sandbox.sandbox.url),
  });
  const headers = { authorization: sandbox.authorization };
  const download = await fetch(String(body.url), { headers });
  expect(download.headers.get("content-type")).toBe("image/png");
  expect(new Uint8Array(await download.arrayBuffer())).toEqual(bytes);
  expect((await fetch(String(body.url))).status).toBe(401);
  expect((await sandbox.graph("DELETE", id)).body).toEqual({ success: true });
  expect((await fetch(String(body.url), { headers })).status).toBe(404);
  expect(codeOf(await sandbox.graph("GET", id))).toBe(100);
});

test("an upload is good for 30 days", async () => {
  const id = await uploaded("image/jpeg");
  const day = 86_400_000;
  const uploadedAt = Date.now();
  setSystemTime(uploadedAt + 29 * day);
  const before = await sandbox.send({ type: "image", image: { id } });
  setSystemTime(uploadedAt + 31 * day);
  const after = await sandbox.send({ type: "image", image: { id } });
  setSystemTime();
  expect([before.status, codeOf(after)]).toEqual([200, 100]);
});

test("an upload in pieces continues where it was, and ends with a handle", async () => {
  const begin = (query: string) => sandbox.graph("POST", `${SANDBOX_DEFAULTS.appId}/uploads?${query}`);
  const { body } = await begin("file_name=a.png&file_length=6&file_type=image/png");
  const piece = async (offset: number, bytes: string) => {
    const answer = await fetch(`${sandbox.sandbox.graphUrl}/${body.id}`, {
      method: "POST",
      headers: {
        authorization: sandbox.authorization.replace("Bearer", "OAuth"),
        file_offset: String(offset),
      },
      body: bytes,
    });
    return (await answer.json()) as Json;
  };
  await piece(0, "abcd");
  expect((await sandbox.graph("GET", String(body.id))).body.file_offset).toBe(4);
  expect(await piece(0, "abcd")).toHaveProperty("error");
  const { h } = (await piece(4, "ef")) as { h: string };
  const submit = (name: string, handle: string) =>
    sandbox.graph("POST", `${PHONE.wabaId}/message_templates`, {
      ...{ name, language: "en_US", category: "MARKETING" },
      components: [
        { type: "HEADER", format: "IMAGE", example: { header_handle: [handle] } },
        { type: "BODY", text: "Look." },
      ],
    });
  expect((await submit("with_a_handle", h)).status).toBe(200);
  expect((await submit("with_another_handle", "4::aW")).status).toBe(400);
  expect(codeOf(await begin("file_name=a.gif&file_length=6&file_type=image/gif"))).toBe(100);
});

test("an upload can be sent by its id, as what it is", async () => {
  const id = await uploaded("image/jpeg");
  expect((await sandbox.send({ type: "image", image: { id } })).status).toBe(200);
  expect(codeOf(await sandbox.send({ type: "video", video: { id } }))).toBe(100);
});

test("an upload may name its type beside the file, as Meta's examples do", async () => {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", "audio/ogg; codecs=opus");
  form.set("file", new File(["OggS\r\n--not the end"], "voice.bin"));
  const headers = { authorization: sandbox.authorization };
  const init = { method: "POST", headers, body: form };
  const response = await fetch(`${sandbox.sandbox.graphUrl}/${PHONE.id}/media`, init);
  const { id } = (await response.json()) as { id: string };
  const { body } = await sandbox.graph("GET", id);
  expect(body).toMatchObject({ mime_type: "audio/ogg; codecs=opus", file_size: "19" });
});

test("a file is not shown to another number", async () => {
  const id = await uploaded("application/pdf");
  expect(codeOf(await sandbox.graph("GET", `${id}?phone_number_id=1`))).toBe(100);
});

describe("an upload is refused", () => {
  test.each([
    ["of a type Meta does not take", "image/gif", 3, 100],
    ["that is empty", "image/png", 0, 131053],
    ["of an image over 5 MB", "image/png", 5 * 1_048_576 + 1, 131053],
    ["of a sticker over 500 KB", "image/webp", 500 * 1_024 + 1, 131053],
    ["of a video over 16 MB", "video/mp4", 16 * 1_048_576 + 1, 131053],
  ])("%s", async (_, mimeType, size, code) => {
    const answer = await sandbox.upload(mimeType, new Uint8Array(size));
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
  });

  test("when it is no form", async () => {
    expect(codeOf(await sandbox.graph("POST", `${PHONE.id}/media`, { file: "a" }))).toBe(100);
  });
});

describe("a phone number", () => {
  test("is described with the usual fields", async () => {
    const { body } = await sandbox.graph("GET", PHONE.id);
    expect(body).toMatchObject({
      ...{ id: PHONE.id, verified_name: PHONE.verifiedName, quality_rating: "GREEN" },
      display_phone_number: PHONE.displayPhoneNumber,
    });
  });

  test("is described with the requested fields, and its id", async () => {
    const { body } = await sandbox.graph("GET", `${PHONE.id}?fields=status,name_status`);
    expect(body).toEqual({ id: PHONE.id, status: "CONNECTED", name_status: "APPROVED" });
  });

  test("has no fields of other names", async () => {
    expect(codeOf(await sandbox.graph("GET", `${PHONE.id}?fields=constructor`))).toBe(100);
  });

  test("is listed by its account", async () => {
    const { body } = await sandbox.graph("GET", `${PHONE.wabaId}/phone_numbers?fields=id,status`);
    expect(body.data).toEqual([{ id: PHONE.id, status: "CONNECTED" }]);
  });
});
