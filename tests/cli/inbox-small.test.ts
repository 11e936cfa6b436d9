/** `waypost inbox` on a small terminal, and on one whose size changes. */
import { expect, test } from "bun:test";
import { hear, newUser } from "../conversations/support.ts";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { clean, openScreen, type Screen, type Size } from "./flows/terminal.ts";

const [ESCAPE, ENTER] = ["\u001b", "\r"];
const [UP, HOME, PAGE_DOWN] = ["\u001b[A", "\u001b[H", "\u001b[6~"];
const SMALL = { columns: 40, rows: 12 };
const USUAL = { columns: 80, rows: 24 };

const waypost = sharedDaemon();

function open(q: string, size: Size): Screen {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  return openScreen(["inbox", q], { env, size });
}

async function write(from: string, body: string, name: string): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, {
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id: `wamid.small.${from}`, timestamp, type: "text", text: { body } }],
  });
}

async function quit(screen: Screen): Promise<void> {
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
}

test("on 40 by 12 a name and a text can be read, and it is redrawn at each size", async () => {
  await write("14155562001", "Is the table by the window free?", "Ada Lovelace");
  const screen = open("14155562001", SMALL);
  await screen.shows(/› Ada Lovelace +1 +Is the/);
  for (const size of [USUAL, SMALL]) {
    screen.resize(size);
    await screen.shows(size === USUAL ? /› Ada Lovelace +\+14155562001 +1/ : /› Ada Lovelace +1 +Is the/);
    const lines = await screen.lines();
    expect(lines.filter((line) => line.includes("Ada Lovelace"))).toHaveLength(1);
  }
  screen.type(ENTER);
  await screen.shows(/< Is the table by the.*> ▏/s);
  screen.type("Yes, at half past seven. See you then!");
  screen.resize(USUAL);
  await screen.shows("> Yes, at half past seven. See you then!▏");
  screen.type(ENTER);
  await screen.shows(/> Yes, at half past seven\. See you then! ✓✓ read/);
  screen.type(ESCAPE);
  await screen.shows(/› Ada Lovelace +\+14155562001 +- +You: Yes/);
  await quit(screen);
});

test("on 80 by 24 the list says that a conversation is held, and the conversation who holds it", async () => {
  const id = await hear(waypost, "14155562021");
  const person = await newUser(waypost);
  await person.call("POST", `/v1/conversations/${id}/hold`, {});
  const screen = open("14155562021", USUAL);
  await screen.shows(/› \+14155562021 +\+14155562021 +1 +\[held\] Hi/);
  screen.type(ENTER);
  await screen.shows("+14155562021  open · held by Ada · ");
  await person.call("POST", `/v1/conversations/${id}/release`, {});
  await screen.shows(/\+14155562021 {2}open · \d+h left/);
  screen.type(ESCAPE);
  await screen.shows(/› \+14155562021 +\+14155562021 +- +Hi/);
  await quit(screen);
});

test("on 40 by 12 the help of all keys is read by scrolling, and ends as it does on larger ones", async () => {
  const screen = open("nobody", SMALL);
  await screen.shows("enter t / s u w c z ? q");
  screen.type("?");
  await screen.shows(/choose; PgUp and PgDn.*by a page, Home and.*End.*↑↓ scroll · esc back/s);
  screen.type(PAGE_DOWN.repeat(9));
  await screen.shows(/Tab z u +snooze, mark as unread\s+Esc +back/);
  screen.type(UP);
  await screen.shows(/Tab z u +snooze, mark as unread\s+↑↓ scroll/);
  screen.type(HOME);
  await screen.shows(/Conversations\s+↑ ↓ +k j +choose/);
  screen.type(ESCAPE);
  await screen.shows("enter t / s u w c z ? q");
  await quit(screen);
});
