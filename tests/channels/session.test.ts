/** The routes of a paired number's session: what they answer, and what they refuse. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import jsQR from "jsqr";
import { NUMBER, type PairingSite, startPairingSite } from "../gateway/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { until } from "../support/until.ts";

let site: PairingSite;

beforeAll(async () => {
  site = await startPairingSite();
});

afterAll(() => site.stop());

const call = (...given: Parameters<PairingSite["daemon"]["call"]>) => site.daemon.call(...given);

/** Reads a QR code that is drawn with half blocks, two rows of modules a line. */
function readBlocks(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line !== "");
  const rows = lines.flatMap((line) => [
    [...line].map((block) => "█▀".includes(block)),
    [...line].map((block) => "█▄".includes(block)),
  ]);
  const [width, scale] = [rows[0]?.length ?? 0, 4];
  const size = width * scale;
  const pixels = new Uint8ClampedArray(size * rows.length * scale * 4).map((_, index) => {
    const pixel = Math.floor(index / 4);
    const dark = rows[Math.floor(pixel / size / scale)]?.[Math.floor((pixel % size) / scale)] ?? false;
    return index % 4 === 3 || !dark ? 255 : 0;
  });
  return jsQR(pixels, size, rows.length * scale)?.data;
}

test("a new channel is not paired, and says what to do", async () => {
  const { body } = await call("GET", `/v1/channels/${await site.newChannel()}`);
  expect(body).toMatchObject({
    platform: "whatsapp_unofficial",
    status: "disconnected",
    status_reason: "not paired yet; connect it",
    phone_number: null,
  });
});

test("the QR code comes as JSON, as text, as SVG and as PNG", async () => {
  const id = await site.newChannel();
  await call("POST", `/v1/channels/${id}/connect`);
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
  const text = await call("GET", `/v1/channels/${id}/qr?format=text`);
  expect(readBlocks(text.body)).toBe(body.qr);
  const svg = await call("GET", `/v1/channels/${id}/qr?format=svg`);
  expect([svg.headers.get("content-type"), svg.body.slice(0, 4)]).toEqual(["image/svg+xml", "<svg"]);
  const png = await call("GET", `/v1/channels/${id}/qr?format=png`);
  expect([png.headers.get("content-type"), png.body.slice(1, 4)]).toEqual(["image/png", "PNG"]);
  expect(png.headers.get("cache-control")).toBe("no-store");
});

test("connecting again while it is paired changes nothing", async () => {
  const id = await site.newChannel();
  await call("POST", `/v1/channels/${id}/connect`);
  const { body: first } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  expect((await call("POST", `/v1/channels/${id}/connect`)).body.status).toBe("pairing");
  const { body: second } = await call("GET", `/v1/channels/${id}/qr`);
  expect(second.qr).toBe(first.qr);
});

test("a channel that nobody connects has no QR code", async () => {
  const id = await site.newChannel();
  const { status, body } = await call("GET", `/v1/channels/${id}/qr`);
  expect([status, body.qr, body.expires_at, body.attempt]).toEqual([200, null, null, 0]);
  expect([body.pairing_code, body.expires_in_seconds]).toEqual([null, null]);
  const png = await call("GET", `/v1/channels/${id}/qr?format=png`);
  expect([png.status, png.body.code]).toEqual([404, "no_qr_yet"]);
});

test("a number whose pairing was ended is not paired yet, whatever it showed before", async () => {
  const id = await site.newChannel();
  await call("POST", `/v1/channels/${id}/connect`);
  await call("GET", `/v1/channels/${id}/qr?wait=20`);
  const { body } = await call("POST", `/v1/channels/${id}/disconnect`);
  expect([body.status, body.status_reason]).toEqual(["disconnected", "not paired yet; connect it"]);
});

test("a code for the phone comes with the answer", async () => {
  const id = await site.newChannel();
  const wish = { method: "pairing_code", phone_number: `+${NUMBER}` };
  const { status, body } = await call("POST", `/v1/channels/${id}/connect`, wish);
  expect([status, body.status]).toEqual([202, "pairing"]);
  expect(body.pairing_code).toMatch(/^[0-9A-Z]{8}$/);
  const { body: shown } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  expect(shown).toMatchObject({ qr: null, pairing_code: body.pairing_code, is_paired: false, attempt: 0 });
  expect(shown.expires_in_seconds).toBeGreaterThan(60);
  await site.web.control.typeCode(NUMBER, body.pairing_code);
  await site.until(id, "connected");
});

test("a connected channel has nothing to scan; it is disconnected, connected, and logged out on request", async () => {
  const id = await site.newChannel();
  const number = "15557010002";
  await site.pair(id, number);
  const qr = await call("GET", `/v1/channels/${id}/qr`);
  expect([qr.status, qr.body.code]).toEqual([409, "already_connected"]);
  const { body: ended } = await call("POST", `/v1/channels/${id}/disconnect`);
  expect([ended.status, ended.status_reason]).toEqual(["disconnected", "disconnected on request"]);
  await call("POST", `/v1/channels/${id}/connect`);
  await site.until(id, "connected");
  const { body } = await call("POST", `/v1/channels/${id}/disconnect`, { logout: true });
  expect([body.status, body.status_reason]).toEqual(["logged_out", "logged out on request"]);
  expect(site.web.control.phones().find((one) => one.number === number)?.devices).toEqual([]);
});

test("a channel that is deleted is logged out on the phone", async () => {
  const id = await site.newChannel();
  const number = "15557010003";
  await site.pair(id, number);
  expect((await call("DELETE", `/v1/channels/${id}`)).status).toBe(204);
  const devices = () => site.web.control.phones().find((one) => one.number === number)?.devices ?? [];
  await until(() => devices().length === 0);
});

test("official channels are not paired", async () => {
  for (const [method, action] of [
    ["POST", "connect"],
    ["GET", "qr"],
    ["POST", "disconnect"],
  ] as const) {
    const { status, body } = await call(method, `/v1/channels/${site.daemon.channelId}/${action}`);
    expect([status, body.code]).toEqual([422, "unsupported_on_platform"]);
  }
});

test("wrong wishes are refused", async () => {
  const id = await site.newChannel();
  const refused = async (body: unknown) => (await call("POST", `/v1/channels/${id}/connect`, body)).status;
  expect(await refused({ method: "pairing_code" })).toBe(422);
  expect(await refused({ method: "pairing_code", phone_number: "abc" })).toBe(422);
  expect(await refused({ method: "telepathy" })).toBe(422);
  expect((await call("GET", `/v1/channels/${id}/qr?wait=61`)).status).toBe(422);
  expect((await call("GET", `/v1/channels/${id}/qr?format=gif`)).status).toBe(422);
});

test("nobody sees the QR code who may only read channels, or whose channel it is not", async () => {
  const id = await site.newChannel();
  const reader = caller(site.daemon.url, await makeKey(site.daemon, ["channels:read"]));
  expect((await reader("GET", `/v1/channels/${id}/qr`)).status).toBe(403);
  const other = caller(site.daemon.url, await makeKey(site.daemon, ["channels:manage"], ["ch_other"]));
  for (const [method, action] of [
    ["POST", "connect"],
    ["GET", "qr"],
    ["POST", "disconnect"],
  ] as const)
    expect((await other(method, `/v1/channels/${id}/${action}`)).status).toBe(404);
});

test("health names the gateway", async () => {
  const { body } = await call("GET", "/v1/health");
  expect(body.checks.gateway).toBe("ok");
});

test("connecting and disconnecting is in the audit log", async () => {
  const id = await site.newChannel();
  await call("POST", `/v1/channels/${id}/connect`);
  await call("POST", `/v1/channels/${id}/disconnect`, { logout: true });
  const { data } = (await call("GET", `/v1/audit?target_id=${id}`)).body;
  expect(data.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
    "channel.disconnected",
    "channel.connected",
  ]);
});
