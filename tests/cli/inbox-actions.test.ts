/** `waypost inbox` besides answering: reactions, notes and assigning. */
import { expect, test } from "bun:test";
import { insertUser } from "../../db/auth/users.ts";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { clean, openScreen, type Screen } from "./flows/terminal.ts";

const [UP, DOWN, ESCAPE, ENTER, TAB] = ["\u001b[A", "\u001b[B", "\u001b", "\r", "\t"];

const waypost = sharedDaemon();

function open(q: string): Screen {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  return openScreen(["inbox", q], { env, size: { columns: 80, rows: 24 } });
}

async function write(from: string, body: string, name: string): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, {
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id: `wamid.actions.${from}`, timestamp, type: "text", text: { body } }],
  });
}

const conversationOf = async (number: string) =>
  (await waypost.call("GET", `/v1/conversations?q=${number}`)).body.data[0];

test("a message is reacted to, and a note is kept; then Escape leaves the chat", async () => {
  await write("14155563101", "Thank you!", "Ada Lovelace");
  const screen = open("14155563101");
  await screen.shows(/› Ada Lovelace/);
  screen.type(ENTER);
  await screen.shows(/< Thank you!.*> ▏/s);
  screen.type(UP);
  screen.type(TAB);
  await screen.shows("r react");
  screen.type("r");
  await screen.shows(/React to “Thank you!”.*› 👍/s);
  screen.type(ENTER);
  await screen.shows(/> Reaction: 👍.* ✓/);
  screen.type(TAB);
  await screen.shows("n note");
  screen.type("n");
  await screen.shows("Note about this contact");
  screen.type(`Prefers the window${ENTER}`);
  await screen.shows("The note is kept with the contact");
  screen.type(ESCAPE);
  await screen.shows(/› Ada Lovelace +\+14155563101/);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
  const { contact_id } = await conversationOf("14155563101");
  const notes = await waypost.call("GET", `/v1/contacts/${contact_id}/notes`);
  expect(notes.body.data).toMatchObject([{ body: "Prefers the window" }]);
});

test("a call and a new number stand in the chat, and are not what one reacts to", async () => {
  const from = "14155563190";
  await write(from, "Call me", "Cy");
  const timestamp = String(Math.floor(Date.now() / 1000));
  const call = { id: "wacid.actions", from, timestamp, event: "terminate", direction: "USER_INITIATED" };
  await take(waypost, { calls: [{ ...call, status: "COMPLETED" }] }, "calls");
  const system = { type: "user_changed_number", wa_id: "14155563199" };
  await take(waypost, { messages: [{ from, id: "wamid.actions.moved", timestamp, type: "system", system }] });
  const screen = open("14155563199");
  await screen.shows(/› Cy +\+14155563199 +2 +Missed voice call/);
  screen.type(ENTER);
  await screen.shows(/< Call me.*· Missed voice call.*· Changed their number: \+14155563199.*> ▏/s);
  screen.type(TAB);
  await screen.shows("r react");
  screen.type("r");
  await screen.shows("React to “Call me”");
  screen.type(ESCAPE);
  await screen.shows("enter send");
  screen.type(ESCAPE);
  await screen.shows(/› Cy/);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("a conversation is assigned to a colleague in the chat, and to nobody in the list", async () => {
  const [id, email] = [Bun.randomUUIDv7(), "grace@example.com"];
  const organization = { organization_id: waypost.organizationId, password_hash: "none" };
  await insertUser(waypost.sql, { ...organization, id, email, name: "Grace", role: "agent" });
  await write("14155563102", "Hello", "Bo");
  const screen = open("14155563102");
  await screen.shows(/› Bo/);
  screen.type(ENTER);
  await screen.shows(/< Hello.*> ▏/s);
  screen.type(TAB);
  await screen.shows("a assign");
  screen.type("a");
  await screen.shows("Assign the conversation to");
  screen.type("gra");
  await screen.shows(/› Grace/);
  screen.type(ENTER);
  await screen.shows("Assigned to Grace");
  expect(await conversationOf("14155563102")).toMatchObject({ assignee_id: id });
  screen.type(ESCAPE);
  await screen.shows(/› Bo +\+14155563102/);
  screen.type("a");
  await screen.shows("Assign the conversation to");
  screen.type("nob");
  await screen.shows(/› nobody/);
  screen.type(ENTER);
  await screen.shows("Assigned to nobody");
  expect(await conversationOf("14155563102")).toMatchObject({ assignee_id: null });
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("a quick reply is written into the answer with the person's name, and sent as it is then, with its file", async () => {
  const headers = {
    "content-type": "application/pdf",
    "content-disposition": "attachment; filename=map.pdf",
  };
  const { id: media_id } = (await waypost.call("POST", "/v1/media", "%PDF-1.7 the way", headers)).body;
  const body = "Hello {{first_name}}!";
  await waypost.call("POST", "/v1/quick_replies", { shortcut: "hello", body, media_id });
  await write("14155563109", "Are you open?", "Ada Byron");
  const screen = open("14155563109");
  await screen.shows(/› Ada Byron/);
  screen.type(ENTER);
  await screen.shows(/< Are you open\?.*> ▏/s);
  screen.type(TAB);
  await screen.shows("/ reply");
  screen.type("/");
  await screen.shows(/› hello {2}Hello Ada!/);
  screen.type(ENTER);
  await screen.shows(/\+ map\.pdf *\n> Hello Ada!▏/);
  screen.type(` Yes.${ENTER}`);
  await screen.shows(/> Document: map\.pdf · Hello Ada! Yes\. ✓/);
  screen.type(ESCAPE);
  await screen.shows(/› Ada Byron +\+14155563109/);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("an answer with a field that the contact lacks is sent only when that is meant", async () => {
  await write("14155563110", "Which room?", "Bo Byron");
  const screen = open("14155563110");
  await screen.shows(/› Bo Byron/);
  screen.type(ENTER);
  await screen.shows(/< Which room\?.*> ▏/s);
  screen.type(`Your room is {{ custom.none }}.${ENTER}`);
  await screen.shows(/The contact has no custom\.none.*› Replace what is in braces/s);
  screen.type(ENTER);
  await screen.shows(/> Your room is \{\{ custom\.none \}\}\.▏/);
  screen.type(ENTER);
  await screen.shows("Send it as it is");
  screen.type(`${DOWN}${ENTER}`);
  await screen.shows(/> Your room is \{\{ custom\.none \}\}\. ✓/);
  screen.type(ESCAPE);
  await screen.shows(/› Bo Byron/);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});
