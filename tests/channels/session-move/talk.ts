/** What a number says and hears before its session is moved, and after: each goes on where the other stopped. */
import { expect } from "bun:test";
import { untilStatus } from "../../gateway/support.ts";
import { ADA, AT_ONCE, type Chat } from "../../providers/whatsapp-web/chat.ts";
import { eventually } from "../../support/until.ts";

const GRACE = "491700000002";
const LISA = "491700000003";
const STRANGER = "491700000004";

/** The other program. */
export type Other = {
  /** Sends a text to a number or a group. */
  send(to: string, text: string): void | Promise<unknown>;
  /** Waits until a text has come in. */
  hears(text: string): Promise<unknown>;
};

export type Talk = {
  /** Talks with people and in a group through the other program. */
  before(other: Other): Promise<void>;
  /** Brings a session into a new channel, and waits until it is connected. */
  moveIn(session: object): Promise<string>;
  /** Goes on through the channel, and expects everything to be read at once. */
  after(channel: string): Promise<void>;
};

export function createTalk(chat: Chat, number: string): Talk {
  let group = "";
  const says = (from: string, body: string, to = number) =>
    chat.people().send(from, { kind: "text", content: { body }, to });
  const readBy = (person: string, text: string) =>
    eventually(text, async () =>
      chat
        .people()
        .messages(person)
        .some((message) => message.text === text),
    );

  async function received(channel: string): Promise<string[]> {
    const rows = await chat.daemon.sql`
      select content::json ->> 'body' as body from messages
      where channel_id = ${channel} and direction = 'inbound' order by id`;
    return rows.map(({ body }) => body);
  }

  return {
    async before(other) {
      group = chat.people().createGroup(ADA, "Boats", [number, GRACE]).id;
      // one after another: Baileys as it is loses what crosses. Of what follows, the last to write to Grace
      // is the number, and of Lisa and the number Lisa: what goes on there needs the counters of both ways
      for (const n of [1, 2, 3]) {
        await other.send(ADA, `before ${n}`);
        await readBy(ADA, `before ${n}`);
        await says(ADA, `answer ${n}`);
        await other.hears(`answer ${n}`);
      }
      await says(GRACE, "in the group", group);
      await other.hears("in the group");
      await other.send(group, "aye");
      await readBy(GRACE, "aye");
      await other.send(GRACE, "just you");
      await readBy(GRACE, "just you");
      for (const text of ["is nobody there?", "hello?"]) {
        await says(LISA, text);
        await other.hears(text);
      }
    },
    async moveIn(session) {
      const made = { platform: "whatsapp_unofficial", name: "Moved", settings: { ...AT_ONCE, groups: true } };
      const { id } = (await chat.daemon.call("POST", "/v1/channels", made)).body;
      const { status, body } = await chat.daemon.call("POST", `/v1/channels/${id}/session`, session);
      expect([status, body.code]).toEqual([202, undefined]);
      await untilStatus(chat.daemon.call)(id, "connected");
      return id;
    },
    async after(channel) {
      const send = (to: object, text: string) =>
        chat.daemon.call("POST", "/v1/messages", {
          ...{ channel_id: channel, type: "text", content: { body: text } },
          ...to,
        });
      await send({ to: GRACE }, "still just you");
      await readBy(GRACE, "still just you");
      for (const n of [1, 2, 3]) await says(ADA, `after ${n}`);
      await says(GRACE, "in the group again", group);
      await says(LISA, "well, then");
      await says(STRANGER, "a stranger");
      await eventually("what came after", async () => (await received(channel)).length >= 6);
      expect((await received(channel)).toSorted()).toEqual(
        ["a stranger", "after 1", "after 2", "after 3", "in the group again", "well, then"].toSorted(),
      );
      await send({ to: ADA }, "Still me");
      await send({ recipient: group }, "Ahoy");
      await readBy(ADA, "Still me");
      await readBy(GRACE, "Ahoy");
      const all = [ADA, GRACE, LISA, STRANGER].flatMap((person) => chat.people().messages(person));
      const again = all.filter(({ retries, unreadable }) => retries + unreadable > 0);
      expect(again.map(({ text }) => text)).toEqual([]);
      expect(chat.people().failures()).toEqual([]);
    },
  };
}
