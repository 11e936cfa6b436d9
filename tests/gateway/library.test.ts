/** Paired numbers without the package they need: said clearly, and nothing else is harmed. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { LibraryMissingError, openLibrary } from "../../daemon/providers/whatsapp-web/library/library.ts";
import { until } from "../support/until.ts";
import { type GatewaySite, startGatewaySite } from "./site.ts";

const MESSAGE = "paired numbers need the optional package baileys, which is not installed (see the README)";
const load = () => Promise.reject(new LibraryMissingError(MESSAGE));
let site: GatewaySite;

beforeAll(async () => {
  site = await startGatewaySite();
});

afterAll(() => site.stop());

test("opening it says which package is missing", async () => {
  await expect(openLibrary({ load })).rejects.toThrow(MESSAGE);
});

test("a gateway without it says so before anything is wanted", async () => {
  const gateway = site.gateway({ load });
  await expect(gateway.prepare()).rejects.toBeInstanceOf(LibraryMissingError);
  await gateway.stop();
});

test("a session that comes to such a daemon is given up with the reason, and can be deleted", async () => {
  const gateway = site.gateway({ load });
  const id = await site.newChannel();
  await site.connect(id);
  const channel = await site.untilStatus(id, "disconnected");
  expect(channel.status_reason).toBe(MESSAGE);
  await until(async () => (await site.row(id))?.owner === null);
  expect(await site.row(id)).toMatchObject({ wanted: "off" });
  await site.disconnect(id, "delete");
  const left = () => site.sql`select from web_sessions where channel_id = ${id}`;
  await until(async () => (await left()).length === 0);
  await gateway.stop();
});
