/** Contacts by the real CLI on a real daemon. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const waypost = sharedDaemon();

async function plain(...args: string[]) {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  return await runCli(["contacts", ...args], { env });
}

async function cli(...args: string[]) {
  const { code, stdout, stderr } = await plain(...args, "--json");
  return { code, stderr, answer: stdout === "" ? null : JSON.parse(stdout) };
}

const PHONE = "+1 415 556 5001";

test("a contact is made, found in every way, changed and deleted", async () => {
  const made = await cli(
    ...["upsert", "--phone", PHONE, "--name", "Ada Byron", "--source", "shop", "--external-id", "1"],
    ...["--field", "city=Berlin", "--field", "sizes=[41,42]", "--tag", "vip"],
  );
  expect([made.code, made.answer.custom_fields]).toEqual([0, { city: "Berlin", sizes: [41, 42] }]);
  const { id } = made.answer;
  expect((await cli("get", id)).answer).toEqual(made.answer);
  expect((await cli("get", PHONE)).answer.id).toBe(id);
  expect((await cli("list", "ada byr")).answer.data[0].id).toBe(id);
  expect((await cli("lookup", "--whatsapp", "14155565001@c.us", "--phone", PHONE)).answer.id).toBe(id);
  const changed = await cli("upsert", "--phone", PHONE, "--email", "ada@example.com", "--clear", "name");
  expect(changed.answer).toMatchObject({ id, name: null, email: "ada@example.com", tags: ["vip"] });
  expect((await plain("delete", PHONE, "--yes")).code).toBe(0);
  expect((await cli("get", id)).code).toBe(3);
});

test("somebody without a number is listed by their user name, or else by their user id", async () => {
  const ids = ["--bsuid", "US.5566", "--parent-bsuid", "US.ENT.5566", "--lid", "55665566@lid"];
  const { answer } = await cli("upsert", ...ids, "--tag", "hidden");
  expect((await plain("list", "--tag", "hidden")).stdout).toContain("US.5566");
  await cli("update", answer.id, "--username", "@Ada.B");
  expect((await plain("list", "--tag", "hidden")).stdout).toContain("@ada.b");
});

test("tags, notes, consents and suppressions are written and listed", async () => {
  const { answer } = await cli("upsert", "--email", "d@example.com");
  const tags = await cli("tag", answer.id, "--add", "a", "--add", "b", "--remove", "a");
  expect(tags.answer.data).toMatchObject([{ name: "b" }]);
  await cli("note", answer.id, "Call after six");
  expect((await cli("note", answer.id)).answer.data).toMatchObject([{ body: "Call after six" }]);
  const consent = await cli(
    ...["consent", answer.id, "--channel", "email", "--state", "granted", "--expires", "30d"],
  );
  expect([consent.code, consent.answer.state]).toEqual([0, "granted"]);
  expect((await cli("consent", answer.id)).answer.data.length).toBe(1);
  expect((await cli("suppress", answer.id, "--reason", "complained")).answer.channel).toBe("whatsapp");
  expect((await plain("suppress", answer.id)).stdout).toContain("complained");
  expect((await plain("suppress", answer.id, "--lift")).code).toBe(0);
  expect((await plain("suppress", answer.id)).stdout).toBe("");
});

test("what the API refuses exits with 3, what is not said with 2", async () => {
  await cli("upsert", "--email", "x@example.com");
  await cli("upsert", "--email", "y@example.com");
  const twice = await plain("lookup", "--email", "nobody@example.com");
  expect([twice.code, twice.stderr]).toEqual([3, expect.stringContaining("contact not found")]);
  expect((await plain("upsert", "--name", "Nobody")).code).toBe(2);
  expect((await plain("lookup", "--external-id", "1")).code).toBe(2);
  expect((await plain("upsert", "--phone", "12-ab")).code).toBe(3);
});

test("a send to somebody who said no is advised by what lets it through", async () => {
  const to = "+14155565002";
  await cli("upsert", "--phone", to);
  await cli("consent", to, "--channel", "whatsapp", "--state", "denied");
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const send = () => runCli(["send", "--to", to, "--text", "Hello", "--channel", waypost.channelId], { env });
  const [advised] = (await send()).stderr.match(/contacts consent .*granted/) ?? [""];
  const words = advised.replace("<contact>", to).split(" ").slice(1);
  expect((await cli(...words)).code).toBe(0);
  expect((await send()).code).toBe(0);
});
