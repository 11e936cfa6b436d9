/** The sandbox restricts and bans numbers for what they send, by rules that are switched on. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createJudge } from "../../../daemon/sandbox/whatsapp-web/bans/judge.ts";
import { USUAL_RULES } from "../../../daemon/sandbox/whatsapp-web/bans/rules.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { until } from "../../support/until.ts";
import { callControl } from "./call.ts";
import { type Client, connect, newIdentity, pair } from "./client.ts";

let sandbox: WhatsAppWebSandbox;
beforeAll(async () => {
  sandbox = await startWhatsAppWebSandbox();
});
afterAll(() => sandbox.stop());

const SURE = { trust: [1, 1] as [number, number], ban_chance: 0, restricted_chance: 0 };
const NOTHING = { begun: 0, sent: 0, toNobody: 0, reports: 0 };
const judge = (rules = {}) => createJudge(() => 0.5, { ...USUAL_RULES, ...SURE, ...rules });

const control = (method: string, body?: object) => callControl(sandbox, method, "/sandbox/bans", body);

async function write(client: Client, people: readonly string[]): Promise<void> {
  for (const person of people) await client.socket.sendMessage(`${person}@s.whatsapp.net`, { text: "Hi" });
}

/** What a banned client still wants to send is never answered. */
const ignore = (sending: Promise<unknown>) => void sending.catch(() => {});

const strangers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `49172000${1000 + from + n}`);

test("a number is hot by chats beyond the free ones, people who aren't there, and reports", () => {
  const hot = (deeds: object, rules = {}) => {
    const one = judge(rules);
    one.see({ ...NOTHING, ...deeds });
    return one.heat();
  };
  expect(hot({ begun: 4, sent: 4 })).toBe(0);
  expect(hot({ begun: 10, sent: 10 })).toBeCloseTo(1);
  expect(hot({ toNobody: 1, sent: 1 })).toBeCloseTo(0.12);
  expect(hot({ reports: 1 })).toBeCloseTo(0.9);
  expect(hot({ sent: 500 })).toBe(0);
});

test("it cools by the hour, sooner where it talks with people, and an older number is forgiven more", () => {
  const after = (sent: number) => {
    const one = judge();
    one.see({ ...NOTHING, reports: 1, sent });
    one.hourPasses(0);
    return one.heat();
  };
  expect(after(0)).toBeCloseTo(0.9 * 0.988);
  expect(after(40)).toBeCloseTo(0.9 * 0.988 * 0.99);
  const one = judge();
  one.see({ ...NOTHING, reports: 5 });
  expect([0, 1, 2].map((days) => one.isTooMuch(days))).toEqual([true, true, false]);
});

test("nobody is judged until it is switched on, and everybody is pardoned when it is switched off", async () => {
  const number = "15550007001";
  const identity = newIdentity();
  const client = await pair(sandbox, number, identity);
  await write(client, strangers(40));
  expect((await control("GET")).body).toEqual({ rules: null, data: [] });
  const set = await control("PUT", { ...SURE, patience: 1, code: "403" });
  expect(set.body.rules).toEqual({ ...USUAL_RULES, ...SURE, patience: 1, code: "403" });
  // those who know it are no strangers
  await write(client, strangers(20));
  // answered after all of them were judged
  await client.socket.onWhatsApp(number);
  expect((await control("GET")).body.data).toEqual([{ number, heat: 0, banned_at: null }]);
  ignore(write(client, strangers(11, 100)));
  expect(await client.closed()).toBe(403);
  const again = connect(sandbox, identity);
  expect(await again.closed()).toBe(403);
  const other = connect(sandbox, newIdentity());
  await expect(sandbox.control.scan(number, await other.qr())).rejects.toThrow(`${number} is banned`);
  expect((await control("DELETE")).body).toEqual({ rules: null, data: [] });
  const pardoned = connect(sandbox, identity);
  await pardoned.open();
});

test("people who block a number report it, and get nothing more", async () => {
  await control("PUT", { ...SURE, patience: 1.5, code: "401" });
  const number = "15550007002";
  const client = await pair(sandbox, number);
  const receipts: string[] = [];
  const to = "15550002301@s.whatsapp.net";
  client.socket.ws.on("CB:receipt", ({ attrs }) => attrs.from === to && receipts.push(attrs.id));
  const first = await client.socket.sendMessage(to, { text: "An offer" });
  await until(() => receipts.includes(first?.key.id ?? ""));
  expect((await control("GET")).body.data).toMatchObject([{ number, banned_at: null }]);
  const second = await client.socket.sendMessage(to, { text: "Another" });
  ignore(client.socket.sendMessage("15550002302@s.whatsapp.net", { text: "An offer" }));
  expect(await client.closed()).toBe(401);
  expect(receipts).not.toContain(second?.key.id ?? "");
  expect(sandbox.control.phones().find((phone) => phone.number === number)?.devices).toEqual([]);
});

test("a number that is nearly too much may be restricted for hours, and companions are notified", async () => {
  await control("PUT", {
    ...SURE,
    hour_seconds: 0.05,
    free_chats: 0,
    restricted_from: 0.01,
    restricted_chance: 1,
  });
  const number = "15550007003";
  const client = await pair(sandbox, number);
  const notices: string[] = [];
  client.socket.ws.on("CB:notification,type:mex", ({ attrs }) => notices.push(attrs.id));
  const known = strangers(8, 200);
  await write(client, known);
  await until(async () => {
    await write(client, known.slice(0, 1));
    return notices.length > 0;
  });
  await control("DELETE");
});

test("rules that are none are refused in words", async () => {
  for (const [body, said] of [
    [{ patience: -1 }, "patience"],
    [{ patients: 1 }, "patients"],
    [{ code: "500" }, "code"],
    [{ trust: [1] }, "trust"],
  ] as const) {
    const { status, body: answer } = await control("PUT", body);
    expect([status, answer.error.message]).toEqual([400, expect.stringContaining(said)]);
  }
});
