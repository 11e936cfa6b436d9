/** Reads of people in the list of the audit log, through the daemon. */
import { expect, test } from "bun:test";
import { hear } from "../../conversations/support.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { until } from "../../support/until.ts";

const daemon = sharedDaemon();

const entries = async (query: string) => (await daemon.call("GET", `/v1/audit?${query}`)).body.data;

test("who read a person is listed with kind=read, and left out without it", async () => {
  await hear(daemon, "14155576001");
  const contact = (await daemon.call("GET", "/v1/contacts/phone/14155576001")).body.id;
  await until(async () => (await entries(`kind=read&target_id=${contact}`)).length === 1);
  expect(await entries(`target_id=${contact}`)).toEqual([]);
  expect(await entries(`kind=all&target_id=${contact}`)).toHaveLength(1);
});

test("what is refused is no read", async () => {
  await daemon.call("GET", "/v1/contacts/ct_none");
  await hear(daemon, "14155576002");
  const contact = (await daemon.call("GET", "/v1/contacts/phone/14155576002")).body.id;
  await until(async () => (await entries(`kind=read&target_id=${contact}`)).length === 1);
  expect(await entries("kind=read&target_id=ct_none")).toEqual([]);
});

test("an export is one", async () => {
  await daemon.call("GET", "/v1/contacts/export?format=csv");
  expect(await entries("kind=export")).toMatchObject([{ kind: "export", action: "export.started" }]);
});
