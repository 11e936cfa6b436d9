import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { FaultName } from "../../../daemon/sandbox/whatsapp-web/faults/faults.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { until } from "../../support/until.ts";
import { type Client, connect, type Identity, newIdentity, pair } from "./client.ts";

const NUMBER = "15550002001";
const identity: Identity = newIdentity();
let sandbox: WhatsAppWebSandbox;

beforeAll(async () => {
  sandbox = await startWhatsAppWebSandbox();
  const client = await pair(sandbox, NUMBER, identity);
  await client.socket.end(undefined);
});

afterEach(() => sandbox.control.clearFaults());

afterAll(() => sandbox.stop());

const CODES: [FaultName, number][] = [
  ["401", 401],
  ["402", 402],
  ["403", 403],
  ["405", 405],
  ["428", 428],
  ["440", 440],
  ["500", 500],
  ["503", 503],
  ["515", 515],
  ["drop", 428],
];

test.each(CODES)("%s while connected closes the client with %d", async (fault, code) => {
  const client = await login();
  expect(sandbox.control.fault({ fault, number: NUMBER })).toEqual({ hit: 1 });
  expect(await client.closed()).toBe(code);
});

test.each(CODES)("%s at login closes the client with %d, once", async (fault, code) => {
  sandbox.control.fault({ fault, at: "login", number: NUMBER });
  expect(await connect(sandbox, identity).closed()).toBe(code);
  await (await login()).socket.end(undefined);
});

test("a refused upgrade and a server that says nothing end in a timeout", async () => {
  sandbox.control.fault({ fault: "refuse" });
  expect(await connect(sandbox, identity, { connectTimeoutMs: 300 }).closed()).toBe(408);
  sandbox.control.fault({ fault: "freeze", at: "upgrade" });
  expect(await connect(sandbox, identity, { connectTimeoutMs: 300 }).closed()).toBe(408);
});

test("a client whose server falls silent notices by its keep-alive", async () => {
  const client = await login({ keepAliveIntervalMs: 100 });
  sandbox.control.fault({ fault: "freeze" });
  expect(await client.closed()).toBe(408);
});

test("a QR code that never comes", async () => {
  sandbox.control.fault({ fault: "no_qr" });
  const client = connect(sandbox, newIdentity());
  await until(() => sandbox.control.faults().length === 0);
  sandbox.control.fault({ fault: "few_refs" });
  const other = connect(sandbox, newIdentity());
  await other.qr();
  expect(client.updates.filter(({ qr }) => qr !== undefined)).toHaveLength(0);
  await Promise.all([client.socket.end(undefined), other.socket.end(undefined)]);
});

test("references that run out end the attempt", async () => {
  sandbox.control.fault({ fault: "few_refs" });
  const client = connect(sandbox, newIdentity(), { qrTimeout: 50 });
  expect(await client.closed()).toBe(408);
  expect(client.updates.filter(({ qr }) => qr !== undefined)).toHaveLength(1);
});

test("a second login on the same device replaces the first", async () => {
  const first = await login();
  const second = await login();
  expect(await first.closed()).toBe(440);
  await second.socket.end(undefined);
});

test("a fault for another number leaves this one alone", async () => {
  sandbox.control.fault({ fault: "403", at: "login", number: "15550009999" });
  await (await login()).socket.end(undefined);
  expect(sandbox.control.faults()).toHaveLength(1);
});

async function login(options: Parameters<typeof connect>[2] = {}): Promise<Client> {
  const client = connect(sandbox, identity, options);
  await client.open();
  return client;
}
