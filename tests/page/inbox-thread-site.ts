/** Threads of the inbox, for all tests of a file. */
import type { Locator, Page } from "playwright-core";
import { messageTypes } from "../../daemon/message-types/registry.ts";
import { take } from "../inbound/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { pageStage, type Stage, type Visit } from "./stage.ts";

export type ThreadSite = Stage & {
  /** Opens a conversation. */
  openThread(conversation: string, visit?: Visit): Promise<Page>;
  /** Ada writes many texts at once, or messages in Meta's form; the first is `wamid.<from>.1`. Resolves with the conversation's id. */
  hearMany(from: string, texts: readonly (string | object)[]): Promise<string>;
};

/** As many as Meta puts into one call. */
const AT_ONCE = 500;

export function threadSite(daemon?: TestDaemon): ThreadSite {
  const stage = pageStage(daemon);
  /** Of each person, how many messages they wrote. */
  const written = new Map<string, number>();
  return {
    ...stage,
    openThread: (conversation, visit) => stage.open(`/inbox/${conversation}`, visit),
    async hearMany(from, texts) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const before = written.get(from) ?? 0;
      written.set(from, before + texts.length);
      const messages = texts.map((one, n) => {
        const more = typeof one === "string" ? { text: { body: one } } : one;
        return { from, id: `wamid.${from}.${before + n + 1}`, timestamp, type: "text", ...more };
      });
      const contacts = [{ profile: { name: "Ada Lovelace" }, wa_id: from }];
      for (let at = 0; at < messages.length; at += AT_ONCE)
        await take(stage.daemon, { contacts, messages: messages.slice(at, at + AT_ONCE) });
      return (await stage.daemon.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
    },
  };
}

export const thread = (page: Page): Locator => page.getByRole("log", { name: "Messages" });

/** Waits until something is read in the thread. */
export async function sees(page: Page, words: string | RegExp): Promise<void> {
  await thread(page).getByText(words).first().waitFor();
}

/**
 * Sends the example of each type in a conversation, where its platform has the type; resolves with the words by which
 * each is known: of its content, and on its buttons.
 */
export async function sendEveryType({ call }: TestDaemon, conversation_id: string): Promise<string[][]> {
  const sent: string[][] = [];
  for (const { type, examples, addressed } of messageTypes()) {
    if (!addressed || type === "reaction") continue;
    const { reply_to: _, ...content } = examples[0] as Record<string, unknown>;
    const { status } = await call("POST", "/v1/messages", { conversation_id, type, content });
    if (status < 300) sent.push(wordsOf(content));
  }
  return sent;
}

function wordsOf(example: Record<string, unknown>): string[] {
  const { body, caption, question, name, full_name, title, button_text, footer, buttons } = example;
  const titles = Array.isArray(buttons) ? buttons.map((button: { title: string }) => button.title) : [];
  return [body, caption, question, name, full_name, title, button_text, footer, ...titles].filter(
    (text): text is string => typeof text === "string",
  );
}
