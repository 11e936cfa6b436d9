/** Quick replies from the command line. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { newHome, runCli } from "./run-cli.ts";

const waypost = sharedDaemon();
const reach = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const cli = (...args: string[]) => runCli(args, { env: reach() });
const made = async (...args: string[]) => JSON.parse((await cli(...args, "--json")).stdout);
const takeFile = (text: string, ...args: string[]) =>
  runCli(["quick-replies", "import", "-", ...args], { env: reach(), stdin: text });

/** Somebody writes; resolves with the conversation's id. */
async function conversation(from: string, name: string): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from, id: `wamid.quick.${from}`, timestamp, type: "text", text: { body: "Hi" } };
  await take(waypost, { contacts: [{ profile: { name }, wa_id: from }], messages: [message] });
  return (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
}

test("a quick reply is kept, listed, changed and deleted", async () => {
  const { id } = await made("quick-replies", "create", "hours", "From 9 to 22.", "--title", "Opening");
  expect((await cli("quick-replies", "list", "ho")).stdout).toContain(
    `hours\tOpening\tall\tFrom 9 to 22.\t${id}`,
  );
  const changed = await made("quick-replies", "update", id, "--body", "From 9 to 23.");
  expect(changed).toMatchObject({ id, title: "Opening", body: "From 9 to 23." });
  expect(await made("quick-replies", "get", id)).toEqual(changed);
  expect((await cli("quick-replies", "update", id)).code).toBe(2);
  expect((await cli("quick-replies", "delete", id, "--yes")).code).toBe(0);
  expect((await cli("quick-replies", "get", id)).code).toBe(3);
});

test("a conversation is answered by a shortcut, with the person's name", async () => {
  const id = await conversation("14155564101", "Ada Lovelace");
  await cli("quick-replies", "create", "hello", "Hello {{first_name|there}}!");
  const sent = await made("conversations", "reply", id, "--shortcut", "hello");
  const message = (await waypost.call("GET", `/v1/messages/${sent.id}`)).body;
  expect(message).toMatchObject({ conversation_id: id, content: { body: "Hello Ada!" } });
});

test("an answer is not sent while the person lacks one of its fields", async () => {
  const id = await conversation("14155564102", "Bo");
  await cli("quick-replies", "create", "order", "Your order {{custom.order}} is ready.");
  const refused = await cli("conversations", "reply", id, "--shortcut", "order");
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the contact has no custom.order"),
  });
  const unknown = await cli("conversations", "reply", id, "--shortcut", "none");
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("no quick reply none") });
});

test("a quick reply's file is sent with its text below it, until it is taken out", async () => {
  const id = await conversation("14155564103", "Ada Lovelace");
  const path = `${newHome()}/menu.pdf`;
  await Bun.write(path, "%PDF-1.7 the menu");
  const file = await made("media", "upload", path);
  const reply = await made("quick-replies", "create", "menu", "Our menu, {{first_name}}", "--media", file.id);
  const sent = async () => {
    const { id: message } = await made("conversations", "reply", id, "--shortcut", "menu");
    return (await waypost.call("GET", `/v1/messages/${message}`)).body;
  };
  expect(await sent()).toMatchObject({
    type: "document",
    content: { media_id: file.id, caption: "Our menu, Ada" },
  });
  await made("quick-replies", "update", reply.id, "--remove-media");
  expect(await sent()).toMatchObject({ type: "text", content: { body: "Our menu, Ada" } });
});

test("a file is imported: new ones are created, others changed, and what is refused is named", async () => {
  await cli("quick-replies", "create", "same", "Stays");
  await cli("quick-replies", "create", "old", "Before");
  const file =
    "- {shortcut: same, body: Stays}\n- {shortcut: old, body: After}\n- {shortcut: new, body: New}\n";
  const dry = await takeFile(file, "--dry-run");
  expect(dry.stdout).toBe("same\tnone\t\nold\tchange\t\nnew\tcreate\t\n");
  expect((await cli("quick-replies", "list", "new")).stdout).toBe("");
  const wrong = await takeFile(`${file}- {shortcut: wrong, body: "{{nme}}"}\n`);
  expect(wrong).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("1 of 4 quick replies were refused"),
  });
  expect(wrong.stdout).toContain("wrong\trefused\t/body: there is no field {{nme}}");
  expect((await cli("quick-replies", "list", "old")).stdout).toContain("\tAfter\t");
  expect((await cli("quick-replies", "list", "new")).stdout).toContain("\tNew\t");
});

test("a CSV file has them in columns", async () => {
  const path = `${newHome()}/replies.csv`;
  await Bun.write(path, 'shortcut,title,body\ncsv-one,One,"First, with a comma"\ncsv-two,,"Two\nlines"\n');
  expect(await cli("quick-replies", "import", path)).toMatchObject({ code: 0 });
  const { data } = await made("quick-replies", "list", "csv");
  expect(data).toMatchObject([
    { shortcut: "csv-one", title: "One", body: "First, with a comma" },
    { shortcut: "csv-two", title: "csv-two", body: "Two\nlines" },
  ]);
});

test("a file without shortcuts says what it has to have", async () => {
  const refused = await takeFile("- {body: x}\n");
  expect(refused).toMatchObject({
    code: 5,
    stdout: expect.stringContaining("number 1\trefused\t/shortcut: "),
  });
  const none = await takeFile("a: [");
  expect(none).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("give a list of objects with shortcut"),
  });
});

test("what the list printed is imported again", async () => {
  const { id } = await made("quick-replies", "create", "again", "Once more");
  const { stdout } = await cli("quick-replies", "list", "again", "--json");
  await cli("quick-replies", "delete", id, "--yes");
  expect(await takeFile(stdout)).toMatchObject({ code: 0, stdout: "again\tcreate\t\n" });
});
