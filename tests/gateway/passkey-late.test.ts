/** What nobody does in time while WhatsApp waits for a passkey, and a daemon that takes the pairing over. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Assertion } from "../../daemon/providers/whatsapp-web/connection/passkey/assertion.ts";
import { eventually } from "../support/until.ts";
import { type GatewaySite, QUICK, type SiteGateway, startGatewaySite } from "./site.ts";

/** Long enough for what a test does meanwhile on a busy machine, and waited for in full by each. */
const PASSKEY_MS = 4000;
/** All QR codes of a connection end sooner than that: none may follow the one that was scanned. */
const TIMINGS = { ...QUICK, passkeyMs: PASSKEY_MS, qrMs: 500 };

let site: GatewaySite;
let gateway: SiteGateway;
let numbers = 15_557_016_000;

beforeAll(async () => {
  site = await startGatewaySite();
  gateway = site.gateway({ timings: TIMINGS });
});
afterAll(() => site.stop());

/** A channel whose phone waits for the passkey. */
async function asked() {
  const number = String(++numbers);
  site.web.control.passkeys.setDemand(number, "with_challenge");
  const id = await site.newChannel();
  await site.connect(id);
  const { pairing } = await site.until(id, (standing) => standing.pairing?.qr != null);
  const linked = site.web.control.scan(number, pairing?.qr ?? "");
  linked.catch(() => {});
  const standing = await site.until(id, (one) => one.pairing?.passkey != null);
  const options = standing.pairing?.passkey?.options ?? {};
  const sign = async () => {
    const assertion: Assertion = site.web.control.passkeys.sign(number, options);
    await gateway.find(id)?.passkey()?.sign(assertion);
  };
  return { id, number, linked, standing, sign };
}

const ended = async (id: string) => (await site.untilStatus(id, "disconnected")).status_reason;

test("the passkey is not used", async () => {
  const { id, linked } = await asked();
  expect(await ended(id)).toBe("passkey_failed: the passkey was not used in time; connect it again");
  await expect(linked).rejects.toMatchObject({ status: 504 });
  expect((await site.row(id)).pairing).toBeNull();
  expect(gateway.find(id)?.passkey() ?? null).toBeNull();
});

test("the code is not confirmed here", async () => {
  const { id, number, sign } = await asked();
  await sign();
  await site.until(id, ({ pairing }) => pairing?.passkey?.step === "confirm");
  site.web.control.passkeys.answer(number, true);
  expect(await ended(id)).toContain("the code was not confirmed here in time");
});

test("the phone is gone: it does not confirm", async () => {
  const { id, number, sign, linked } = await asked();
  await sign();
  const { pairing } = await site.until(id, (one) => one.pairing?.passkey?.step === "confirm");
  await gateway
    .find(id)
    ?.passkey()
    ?.confirm(pairing?.passkey?.code ?? "");
  expect(await ended(id)).toContain("the phone did not link this device in time");
  await expect(linked).rejects.toMatchObject({ status: 504 });
  expect(site.web.control.phones().find((phone) => phone.number === number)?.devices ?? []).toEqual([]);
});

test("the person sees another code on the phone", async () => {
  const { id, sign } = await asked();
  await sign();
  await site.until(id, ({ pairing }) => pairing?.passkey?.step === "confirm");
  gateway.find(id)?.passkey()?.differ();
  expect(await ended(id)).toContain("the phone showed another code than this device");
});

test("a daemon that takes the channel over begins again, and the old token is of no use", async () => {
  const { id, standing } = await asked();
  await gateway.stop();
  gateway = site.gateway({ timings: TIMINGS });
  const next = await site.until(id, ({ pairing }) => pairing?.qr != null);
  expect(next.pairing?.passkey).toBeNull();
  expect(next.channel.status_reason).toStartWith("pairing_cut_off: ");
  expect(standing.pairing?.passkey?.token).toStartWith("wpk_");
  await eventually("the first client's end", async () => gateway.find(id)?.passkey() === null);
});
