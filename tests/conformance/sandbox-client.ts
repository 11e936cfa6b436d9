/** The promises of every sandbox to users of its control API. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { RECIPIENT_PREFIX } from "../../daemon/sandbox/graph/messages/recipients.ts";
import { eventually } from "../support/until.ts";
import { answerTo, type SandboxSite } from "./sandbox-site.ts";

const THROTTLED = `${RECIPIENT_PREFIX}03`;
const REPLIES = `${RECIPIENT_PREFIX}08`;

/** `listsFaults` says whether there is a list of the faults that are set. */
export function sandboxClientConformance(
  name: string,
  start: () => Promise<SandboxSite>,
  { listsFaults }: { listsFaults: boolean },
): void {
  describe(`the control API of ${name}`, () => {
    let site: SandboxSite;
    beforeAll(async () => {
      site = await start();
    });
    afterAll(() => site?.stop());

    /** Somebody sends a message of a kind; the id it got. */
    async function say(person: string, kind: string, content: object, to = site.business): Promise<string> {
      const { status, body } = await answerTo(site.order(person, to, { kind, content }));
      expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.any(String) })]);
      return body.id;
    }
    async function sent(person: string, text: string): Promise<string> {
      const id = await site.business.send(person, text);
      if (id === null) throw new Error(`${text} was refused`);
      return id;
    }
    const shown = (person: string, id: string) =>
      eventually(`message on the phone of ${person}`, async () =>
        (await site.phone(person)).find((message) => message.id === id),
      );

    test("what a person writes comes to the business", async () => {
      const ada = "491700000001";
      const id = await say(ada, "text", { body: "Is it ready?" });
      expect(await site.business.got(id)).toEqual({ from: ada, text: "Is it ready?" });
    });

    test("an answer of the business is shown on the person's phone, once", async () => {
      const ben = "491700000002";
      await site.business.got(await say(ben, "text", { body: "Is it ready?" }));
      const id = await sent(ben, "It is");
      await shown(ben, id);
      expect(await site.phone(ben)).toEqual([{ id, kind: "text" }]);
    });

    test("the business hears that a person read what it wrote", async () => {
      await site.business.untilRead(await sent("491700000003", "It is ready"));
    });

    test("a person answers a message, and reacts to it", async () => {
      const dan = "491700000004";
      const id = await sent(dan, "It is ready");
      await shown(dan, id);
      const answer = await say(dan, "text", { body: "Thanks", ...site.answering(id) });
      expect(await site.business.got(answer)).toEqual({ from: dan, text: "Thanks", answers: id });
      const reaction = await say(dan, "reaction", { message_id: id, emoji: "🎉" });
      expect(await site.business.got(reaction)).toEqual({ from: dan, reaction: { emoji: "🎉", to: id } });
    });

    test("people who behave in a way of their own are listed, each with what they do", async () => {
      const people = await site.people();
      const names = people.map((person) => person.name);
      expect(names).toEqual(expect.arrayContaining(["reached", "undeliverable", "throttled", "replies"]));
      for (const { promise } of people) expect(promise).toEndWith(".");
    });

    test("somebody who replies does so unasked", async () => {
      const eve = `${REPLIES}01`;
      await sent(eve, "Is anybody there?");
      const reply = await eventually("reply", async () => {
        const all = await Promise.all(site.business.inbox().map((id) => site.business.got(id)));
        return all.find(({ from }) => from === eve);
      });
      expect(reply.text).toStartWith("Hello");
    });

    test("a fault goes wrong from when it is set until it is lifted", async () => {
      expect(await site.fault.strikes()).toBe(false);
      expect((await site.fault.set()).status).toBe(200);
      expect(await site.fault.strikes()).toBe(true);
      expect((await site.fault.lift()).status).toBe(200);
      expect(await site.fault.strikes()).toBe(false);
    });

    test.if(listsFaults)("a fault that is set is listed until it is lifted", async () => {
      await site.fault.set();
      expect(await site.fault.listed()).toHaveLength(1);
      await site.fault.lift();
      expect(await site.fault.listed()).toEqual([]);
    });

    test("each person's phone shows their own messages, and counts their own refusals", async () => {
      const [fay, guy] = [`${THROTTLED}01`, `${THROTTLED}02`];
      const toFay = [];
      for (const text of ["one", "two", "three"]) toFay.push(await site.business.send(fay, text));
      expect(toFay).toEqual([null, null, expect.any(String)]);
      expect(await site.business.send(guy, "one")).toBeNull();
      await shown(fay, toFay[2] ?? "");
      expect([(await site.phone(fay)).length, await site.phone(guy)]).toEqual([1, []]);
    });

    test("each business gets what is written to its own number", async () => {
      const { business, otherBusiness } = site;
      const ours = await say("491700000005", "text", { body: "Dear one" });
      const theirs = await say("491700000005", "text", { body: "Dear other" }, otherBusiness);
      expect((await business.got(ours)).text).toBe("Dear one");
      expect((await otherBusiness.got(theirs)).text).toBe("Dear other");
      expect(business.inbox()).not.toContain(theirs);
      expect(otherBusiness.inbox()).toEqual([theirs]);
    });

    test.each([
      ["a kind that there isn't", { kind: "telegram" }, ["telegram", "text", "reaction"]],
      ["a content that is none", { kind: "text", content: "Hello" }, ["content"]],
      ["something that doesn't belong there", { kind: "text", colour: "red" }, ["colour"]],
    ])("an order with %s is refused with a reason", async (_what, body, named) => {
      const answer = await answerTo(site.order("491700000006", site.business, body));
      expect(answer).toEqual({ status: 400, body: { error: { message: expect.any(String) } } });
      for (const word of named) expect(answer.body.error.message).toContain(word);
    });

    test("an order from somebody without a number is refused with a reason", async () => {
      const answer = await answerTo(site.order("nobody", site.business, { kind: "text" }));
      expect(answer).toEqual({
        status: 400,
        body: { error: { message: expect.stringMatching(/nobody|from/) } },
      });
    });

    test("an order by another method, or not in JSON, is refused with what is right", async () => {
      const { url } = site.order("491700000006", site.business, { kind: "text" });
      const wrongMethod = await answerTo(new Request(url, { method: "DELETE" }));
      expect([wrongMethod.status, wrongMethod.body.error.message]).toEqual([
        405,
        expect.stringContaining("POST"),
      ]);
      const notJson = await answerTo(new Request(url, { method: "POST", body: "Hello" }));
      expect([notJson.status, notJson.body.error.message]).toEqual([400, expect.stringContaining("JSON")]);
    });
  });
}
