/** The ways in which forty people are answered, each in another one. */
import { expect } from "bun:test";
import { LONG_MS } from "../../support/long.ts";
import { RESTRICTED_NUMBER } from "./account.ts";
import { ANSWERED_BY_API } from "./by-api.ts";
import type { Desk, Person } from "./desk.ts";
import { box, button, open, row, thread, write } from "./hands.ts";
import { ANSWERED_WITH_FILES } from "./with-files.ts";
import { texts, WRITTEN } from "./written.ts";

/** Somebody who wrote, and who answers. */
export type Talk = { desk: Desk; person: Person; number: string; conversation: string };
export type Way = {
  /** How they are answered. */
  what: string;
  /** Where the sandbox has the number behave in its own way. */
  number?: string;
  /** What they wrote, as the sandbox takes it; a text unless said otherwise. */
  said?: object;
  answer(talk: Talk): Promise<void>;
  /** What must have left for them in the end, in this order: the type, and its text where it has one. */
  leaves: readonly string[];
  /** Whether they wait for an answer in the end. */
  waits?: true;
};

/** The ways in their order: what disturbs the others comes last. */
export const WAYS = (): readonly Way[] => [
  ...WRITTEN,
  ...ANSWERED_WITH_FILES,
  ...ANSWERED_BY_API,
  ...WITH_A_RESTART,
  ...HARD_TO_REACH,
  ...NOT_AT_ONCE,
  ...NOT_ANSWERED,
  ...REFUSED,
];

/** The daemon is killed before the answer is sent, and starts again: the same answer is sent by itself. */
const WITH_A_RESTART: readonly Way[] = ["of one daemon", "of the other daemon"].map((whose) => ({
  ...texts(`during a restart ${whose}`, "Still here"),
  async answer(talk) {
    await open(talk);
    await talk.person.daemon.kill();
    await write(talk, "Still here");
    await button(talk, "Send again").waitFor();
    await talk.desk.startAgain(talk.person);
    // the lane of a daemon that died is taken over after a while
    const read = row(talk, "Still here").getByRole("img", { name: "read" });
    await read.waitFor({ timeout: LONG_MS });
  },
}));

/** By the test numbers of the sandbox: each is answered with one text, which reaches them once however it went. */
const HARD_TO_REACH: readonly Way[] = (
  [
    ["who can be written to only slowly", "15550000201"],
    ["who is throttled", "15550000301"],
    ["who reports nothing", "15550000401"],
    ["whose taking is never confirmed", "15550000501"],
    ["whose phone is slow", "15550000701"],
    ["who never reads", "15550000901"],
    ["whose reports come backwards", "15550001201"],
    ["whose reports come twice", "15550001301"],
    ["behind an outage", "15550001401"],
  ] as const
).map(([what, number]) => ({ ...texts(what, "Hello"), number }));

const NOT_ANSWERED: readonly Way[] = [
  { ...texts("who writes again at once", "Hello"), number: "15550000801", waits: true },
  {
    what: "with a note for colleagues alone",
    leaves: [],
    waits: true,
    async answer(talk) {
      await open(talk);
      await button(talk, "Note").click();
      await talk.person.page.getByRole("textbox", { name: "Note" }).fill("Call after six");
      await button(talk, "Keep the note").click();
      await thread(talk).getByText("Call after six").waitFor();
    },
  },
];

/** Wrote longer ago than anything may be answered. */
const LONG_AGO = { type: "text", text: { body: "Hello from long ago" }, timestamp: secondsAgo(90_000) };

function secondsAgo(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) - seconds);
}

const NOT_AT_ONCE: readonly Way[] = [
  {
    what: "later",
    leaves: [],
    async answer(talk) {
      await open(talk);
      await box(talk).fill("As you asked");
      await button(talk, "Send later").click();
      await talk.person.page.getByRole("menuitem", { name: /^Tomorrow at/ }).click();
      await row(talk, "As you asked")
        .getByText(/Is sent on/)
        .waitFor();
    },
  },
  {
    what: "later, and then not at all",
    leaves: [],
    waits: true,
    async answer(talk) {
      await open(talk);
      await box(talk).fill("Never mind");
      await button(talk, "Send later").click();
      await talk.person.page.getByRole("menuitem", { name: /^Tomorrow at/ }).click();
      await row(talk, "Never mind").getByRole("button", { name: "Cancel it" }).click();
      await row(talk, "Never mind").waitFor({ state: "detached" });
    },
  },
  {
    what: "with an emoji at what they wrote",
    leaves: ["reaction"],
    async answer(talk) {
      const { page } = talk.person;
      await open(talk);
      await row(talk, "Hello from").hover();
      await row(talk, "Hello from").getByRole("button", { name: "React to it" }).click();
      await page.getByRole("textbox", { name: "Find an emoji" }).fill("thumbs up");
      await page.keyboard.press("Enter");
      await row(talk, "Hello from").getByRole("list", { name: "Reactions" }).getByText("👍").waitFor();
    },
  },
  {
    what: "by template alone, since they wrote long ago",
    said: { message: LONG_AGO },
    leaves: ["template"],
    async answer(talk) {
      await open(talk);
      expect(await box(talk).count()).toBe(0);
      await button(talk, "Send a template").click();
      const form = talk.person.page.getByRole("dialog", { name: "Send a template" });
      await form.getByRole("button", { name: /^Choose a template/ }).click();
      await talk.person.page.getByRole("option", { name: /hello_world/ }).click();
      await form.getByRole("button", { name: "Send a template" }).click();
      await thread(talk).getByRole("img", { name: "read" }).waitFor();
    },
  },
];

const REFUSED: readonly Way[] = [
  {
    what: "with a text that is too long",
    leaves: [],
    waits: true,
    async answer(talk) {
      await open(talk);
      await write(talk, "x".repeat(4097));
      await talk.person.page.getByRole("alert").waitFor();
      expect((await box(talk).inputValue()).length).toBe(4097);
    },
  },
  {
    what: "who is not on WhatsApp any more",
    number: "15550000101",
    leaves: ["text Hello"],
    waits: true,
    async answer(talk) {
      await open(talk);
      await write(talk, "Hello");
      await thread(talk).getByRole("img", { name: "not sent" }).waitFor();
    },
  },
  {
    what: "on a number that WhatsApp restricts",
    number: "15550002101",
    said: { text: "Hello from your second number", phone_number_id: RESTRICTED_NUMBER.id },
    leaves: [],
    async answer(talk) {
      await open(talk);
      await write(talk, "We are here");
      await row(talk, "We are here")
        .getByText(/restricted/)
        .waitFor();
    },
  },
  {
    what: "who wants nothing more",
    leaves: [],
    waits: true,
    async answer(talk) {
      const { body } = await talk.desk.call("GET", `/v1/conversations/${talk.conversation}`);
      const complained = { channel: "whatsapp", reason: "complained" };
      await talk.desk.call("POST", `/v1/contacts/${body.contact_id}/suppressions`, complained);
      await open(talk);
      await write(talk, "Hello");
      await talk.person.page.getByRole("alert").waitFor();
      expect(await box(talk).inputValue()).toBe("Hello");
    },
  },
];
