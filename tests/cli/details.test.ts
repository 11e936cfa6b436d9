/** Less common commands, by the real CLI on a real daemon. */
import { expect, test } from "bun:test";
import { receive } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

const home = newHome();
const waypost = ownDaemon({ config: { home } });

const reach = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const cli = (...args: string[]) => runCli(args, { env: reach() });
const made = async (...args: string[]) => JSON.parse((await cli(...args, "--json")).stdout);

test("contacts are changed, merged, and their identities and history shown", async () => {
  const one = await made("contacts", "upsert", "--phone", "+14155561001", "--name", "Ada");
  const other = await made("contacts", "upsert", "--email", "ada@example.com");
  const changed = await made("contacts", "update", one.id, "--phone", "+14155561002", "--field", "age=36");
  expect(changed).toMatchObject({ id: one.id, name: "Ada", custom_fields: { age: 36 } });
  expect((await cli("contacts", "merge", one.id, other.id)).code).toBe(2);
  expect((await cli("contacts", "merge", one.id, other.id, "--yes")).code).toBe(0);
  const identities = await cli("contacts", "identities", "+14155561002");
  expect(identities.stdout).toContain("email\tada@example.com\t");
  expect((await cli("contacts", "history", one.id)).stdout).toContain("\tmerged\t");
  expect((await cli("contacts", "update", one.id)).code).toBe(2);
});

test("the settings of contacts are shown and changed", async () => {
  const file = '{"default_country":"DE"}';
  expect(await made("contacts", "settings", "--file", file)).toMatchObject({ default_country: "DE" });
  expect((await cli("contacts", "settings")).stdout).toStartWith("default_country\tDE\nopt-out\t");
});

test("a batch shows the result of each message, and its status", async () => {
  const message = { channel_id: waypost.channelId, to: "14155561003", type: "text", content: { body: "Hi" } };
  const lines = [message, { ...message, to: "nobody" }].map((line) => `${JSON.stringify(line)}\n`).join("");
  const run = await runCli(["messages", "batch", "-"], { env: reach(), stdin: lines });
  expect(run).toMatchObject({ code: 5, stderr: expect.stringContaining("1 of 2 messages were refused") });
  const [[code, id = ""], [refused]] = run.stdout.split("\n").map((line) => line.split("\t")) as [
    string[],
    string[],
  ];
  expect([code, refused]).toEqual(["201", "422"]);
  expect((await cli("messages", "status", id)).stdout).toStartWith(`id\t${id}\nstatus\t`);
  expect((await runCli(["messages", "batch", "-"], { env: reach(), stdin: "no" })).code).toBe(2);
});

test("the file of a message is written to a path or to standard output", async () => {
  const { media_id: id } = await receivedImage();
  const path = `${home}/photo`;
  expect(await cli("media", "download", id, path)).toMatchObject({ code: 0, stdout: "" });
  const served = await fetch(`${waypost.url}/v1/media/${id}`, { headers: { "x-api-key": waypost.key } });
  expect(Buffer.from(await served.arrayBuffer()).equals(await Bun.file(path).bytes())).toBe(true);
  expect((await cli("media", "download", id)).stdout.length).toBeGreaterThan(0);
  expect((await cli("media", "download", "med_none", path)).code).toBe(3);
  expect((await cli("media", "download", id, home)).code).toBe(2);
});

test("a draft is changed", async () => {
  const body = (text: string) => `{"components":[{"type":"BODY","text":"${text}"}]}`;
  const draft = `{"name":"thanks","language":"en_US","category":"UTILITY",${body("Thanks.").slice(1)}`;
  const { id } = await made("templates", "create", "--file", draft);
  const changed = await made("templates", "update", id, "--file", body("Thank you."));
  expect(changed.components).toEqual([{ type: "BODY", text: "Thank you." }]);
});

test("on a terminal, deleting asks first, and only a yes deletes", async () => {
  const { id } = await made("contacts", "upsert", "--phone", "+14155561004");
  const refused = runCliInTerminal(["contacts", "delete", id], { env: reach() });
  await refused.until("[y/N]");
  refused.type("n\r");
  expect(await refused.exited).toBe(130);
  expect((await cli("contacts", "delete", id, "--dry-run")).code).toBe(0);
  const agreed = runCliInTerminal(["contacts", "delete", id], { env: reach() });
  await agreed.until("[y/N]");
  agreed.type("y\r");
  expect(await agreed.exited).toBe(0);
  expect((await cli("contacts", "get", id)).code).toBe(3);
});

/** The content of an image that came in, once its file is stored. */
async function receivedImage() {
  const { content } = await receive(waypost, { from: "16505550200", kind: "image", content: {} });
  await until(async () => (await waypost.call("GET", `/v1/media/${content.media_id}`)).status === 200);
  return content;
}
