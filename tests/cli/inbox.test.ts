/** `waypost inbox` on a real terminal: customers write by the sandbox, and are answered. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { clean, openScreen, type Screen } from "./flows/terminal.ts";
import { runCli } from "./run-cli.ts";

const [DOWN, ESCAPE, ENTER, TAB, CTRL_C, END] = ["\u001b[B", "\u001b", "\r", "\t", "\u0003", "\u001b[F"];

const waypost = sharedDaemon();

const environment = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const open = (...words: string[]): Screen =>
  openScreen(["inbox", ...words], { env: environment(), size: { columns: 80, rows: 24 } });

let serial = 0;
const write = (from: string, body: string, name: string) =>
  hear(from, { type: "text", text: { body } }, name);
const hear = (from: string, message: object, name: string) =>
  take(waypost, {
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [
      {
        ...{ from, id: `wamid.inbox.${++serial}`, ...message },
        timestamp: String(Math.floor(Date.now() / 1000)),
      },
    ],
  });

const send = (to: string, body: string) =>
  waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to,
    type: "text",
    content: { body },
  });

async function quit(screen: Screen): Promise<void> {
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
}

test("a customer who writes is answered with a text and a file, and reads both", async () => {
  await write("14155561001", "Is the table by the window free?", "Ada Lovelace");
  const screen = open("14155561001");
  await screen.shows(/› Ada Lovelace +\+14155561001 +1 +Is the table by.* \d+h +\d+[sm] ago/);
  screen.type(ENTER);
  await screen.shows(
    /Ada Lovelace {2}\+14155561001 · open · \d+h left to answer.*< Is the table by the window free\?/s,
  );
  screen.type("Yes, at 19:30 🎉");
  await screen.shows("> Yes, at 19:30 🎉▏");
  screen.type(ENTER);
  await screen.shows(/> Yes, at 19:30 🎉 ✓✓ read/);
  screen.type(TAB);
  await screen.shows("f file");
  screen.type("f");
  await screen.shows("Address");
  screen.type(`https://example.com/menu.pdf${ENTER}Our menu${ENTER}`);
  await screen.shows(/> Document: menu\.pdf · Our menu ✓✓ read/);
  screen.type(ESCAPE);
  await screen.shows(/› Ada Lovelace +\+14155561001 +- +You: Document: /);
  await quit(screen);
  const [{ id }] = (await waypost.call("GET", "/v1/conversations?q=14155561001")).body.data;
  const sent = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body.data;
  expect(sent.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`)).toEqual([
    "document read",
    "text read",
    "text delivered",
  ]);
});

test("what comes in shows at once, and nothing in it moves a column or reaches the terminal", async () => {
  await write("14155562001", "Hello", "Bo");
  const screen = open("1415556200");
  await screen.shows(/› Bo/);
  await write("14155562002", "\u001b]52;c;ZXZpbA==\u0007 gone\u202e\n2nd", "שרה 12");
  await write("14155562003", "好的，谢谢你 👨‍👩‍👧‍👦 12", "王小明");
  const shown = await screen.shows(/王小明.*שרה 12.*Bo/s);
  expect(shown).toContain("\\u001b]52");
  expect(screen.written()).not.toContain("\u001b]52");
  const rows = (await screen.lines()).filter((line) => line.includes("+1415556200"));
  expect(rows).toHaveLength(3);
  screen.type(ENTER);
  await screen.shows(/Bo {2}\+14155562001/);
  const product = { product_retailer_id: "tent-03", item_price: 219, currency: "EUR" };
  await hear("14155562001", { type: "interactive", interactive: { type: "product", product } }, "Bo");
  await screen.shows("< Product: tent-03 (219 EUR)");
  screen.type(`${ESCAPE}`);
  await screen.shows("NAME");
  await quit(screen);
});

test("who waits for an answer comes first, however many were written to since", async () => {
  await write("14156664999", "Do you open on Monday?", "Waiting");
  for (let person = 0; person < 60; person++) await send(String(14156664000 + person), "Our new menu");
  const screen = open("14156664");
  await screen.shows(/\d+\+? conversations, 1 unread.*› Waiting +\+14156664999 +1 .*\+14156664059/s);
  screen.type(ENTER);
  await screen.shows("< Do you open on Monday?");
  screen.type(ESCAPE);
  await screen.shows(/, 0 unread.*› Waiting/s);
  await quit(screen);
});

test("where only a template can be sent, that is said, and the templates are offered", async () => {
  const { id } = (await waypost.call("POST", "/v1/templates/sync", { channel_id: waypost.channelId })).body;
  await until(
    async () => (await waypost.call("GET", `/v1/templates/sync/${id}`)).body.status === "succeeded",
  );
  await send("14155563001", "Hello");
  const path = `/v1/channels/${waypost.channelId}`;
  await waypost.call("PATCH", path, { settings: { service_window: "enforce" } });
  const screen = open("14155563001");
  await screen.shows(/› \+14155563001 .* closed/);
  screen.type(ENTER);
  await screen.shows("only templates can be sent");
  screen.type(`Are you there?${ENTER}`);
  await screen.shows(
    /> Are you there\?\n.*✗ not sent: .*only a template can be sent.*24 hours after.*hello_world/s,
  );
  screen.type("order");
  await screen.shows(/› order_update/);
  screen.type(ENTER);
  await screen.shows(/› \{\{1\}\}: ▏/);
  screen.type(`Ada${ENTER}A-1042${ENTER}`);
  await screen.shows(/> Hello Ada, your order A-1042 is on its way\. ✓✓ read/);
  screen.type(CTRL_C);
  expect(await screen.ended()).toEqual(clean(130));
  await waypost.call("PATCH", path, { settings: { service_window: "provider" } });
});

test("a conversation is closed, found among the closed ones, and searched for", async () => {
  await write("14155564001", "Thanks", "Grace");
  await write("14155564002", "Bye", "Grete");
  const screen = open("--unread");
  await screen.shows(/Grete.*Grace/s);
  screen.type("/grac");
  await screen.shows("/ grac▏");
  screen.type(ENTER);
  await screen.shows(/^(?!.*Grete).*› Grace/s);
  screen.type("c");
  await screen.shows(/Closed|none of these/);
  screen.type("ss");
  await screen.shows(/closed, unread, “grac”.*› Grace/s);
  await quit(screen);
  expect((await waypost.call("GET", "/v1/conversations?q=grace")).body.data[0].status).toBe("closed");
});

test("more conversations than a page are read as one scrolls", async () => {
  for (let n = 0; n < 60; n++) await send(`1415556${5000 + n}`, `Number ${n}`);
  const screen = open("1415556", "--status", "all");
  await screen.shows(/\d+\+ conversations/);
  screen.type(END);
  // the next page is there when the count is no longer a beginning
  await screen.shows(/ \d+ conversations/);
  screen.type(END);
  await screen.shows(/› \S.*\+14155565000|› Ada/);
  screen.type(DOWN);
  await quit(screen);
});

test("without a terminal it names what scripts take", async () => {
  const { code, stderr } = await runCli(["inbox"], { env: environment() });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /needs a terminal.*conversations list, conversations messages <id>, conversations reply/s,
  );
});
