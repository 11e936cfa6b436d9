/** What somebody does at the inbox, found by roles and names. */
import type { Locator } from "playwright-core";
import { INBOX } from "../../../daemon/page/client/view-words.ts";
import type { Talk } from "./ways.ts";

export const thread = ({ person }: Talk): Locator => person.page.getByRole("log", { name: "Messages" });
export const box = ({ person }: Talk): Locator => person.page.getByRole("textbox", { name: "Answer" });
export const row = (talk: Talk, text: string): Locator =>
  thread(talk).getByRole("listitem").filter({ hasText: text });
export const button = ({ person }: Talk, name: string | RegExp): Locator =>
  person.page.getByRole("button", { name, exact: true });

/** Finds a conversation in the list by its number, and opens it. */
export async function open(talk: Talk): Promise<void> {
  const { page } = talk.person;
  await page.getByRole("searchbox", { name: INBOX.q }).fill(talk.number);
  const list = page.getByRole("list", { name: "Conversations" });
  await list.getByRole("link", { name: new RegExp(nameOf(talk.number)) }).click();
  await page.waitForURL(`**/inbox/${talk.conversation}?*`);
  await thread(talk).getByRole("listitem").first().waitFor();
}

/** The name that somebody with a number goes by. */
export const nameOf = (number: string) => `Guest ${number}`;

/** Writes an answer and sends it with Enter. */
export async function write(talk: Talk, text: string): Promise<void> {
  await box(talk).fill(text);
  await box(talk).press("Enter");
}
