/** Answers that are written in the box. */
import { until } from "../../support/until.ts";
import { box, button, open, row, write } from "./hands.ts";
import type { Talk, Way } from "./ways.ts";

/** Answers with texts, one after another without a pause. */
export function texts(what: string, ...bodies: string[]): Way {
  return {
    what,
    leaves: bodies.map((body) => `text ${body}`),
    async answer(talk) {
      await open(talk);
      for (const body of bodies) await write(talk, body);
    },
  };
}

export const WRITTEN: readonly Way[] = [
  texts("with a text", "Yes, from 9 to 22."),
  texts("with five texts", "a", "b", "c", "d", "e"),
  texts("with emoji", "👩🏽‍🚀 🎉"),
  texts("from right to left", "نعم، نحن مفتوحون"),
  texts("with what looks like markup", "<b>Yes</b> & no"),
  texts("with the longest text", "x".repeat(4096)),
  {
    what: "in two lines",
    leaves: ["text One\nTwo"],
    async answer(talk) {
      await open(talk);
      await box(talk).pressSequentially("One");
      await box(talk).press("Shift+Enter");
      await box(talk).pressSequentially("Two");
      await box(talk).press("Enter");
    },
  },
  {
    what: "with a quick reply",
    leaves: ["text Guest, from 9 to 22."],
    async answer(talk) {
      await open(talk);
      await box(talk).fill("/hours");
      await talk.person.page.getByRole("option", { name: /hours/ }).waitFor();
      await box(talk).press("Enter");
      await expectValue(talk, "Guest, from 9 to 22.");
      await box(talk).press("Enter");
    },
  },
  {
    what: "with a quote",
    leaves: ["text That one"],
    async answer(talk) {
      await open(talk);
      await row(talk, "Hello from").hover();
      await button(talk, "Quote it in your answer").click();
      await write(talk, "That one");
      await row(talk, "That one")
        .getByRole("button", { name: /Hello from/ })
        .waitFor();
    },
  },
  {
    ...texts("after a reload, from the draft", "Just a moment"),
    async answer(talk) {
      await open(talk);
      await box(talk).fill("Just a moment");
      await talk.person.page.reload();
      await expectValue(talk, "Just a moment");
      await box(talk).press("Enter");
    },
  },
  {
    ...texts("and closed", "Goodbye"),
    async answer(talk) {
      await open(talk);
      await write(talk, "Goodbye");
      await row(talk, "Goodbye").waitFor();
      await talk.person.page.keyboard.press("Escape");
      await talk.person.page.keyboard.press("e");
      await button(talk, "Open again").waitFor();
    },
  },
];

async function expectValue(talk: Talk, value: string): Promise<void> {
  await until(async () => (await box(talk).inputValue()) === value);
}
