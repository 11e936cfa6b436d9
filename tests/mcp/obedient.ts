/** An agent that does whatever it reads: with it, only the guard of its key stands between an order and what it wants. */
import type { Client } from "@modelcontextprotocol/client";

/** What came of it. */
export type Obeyed = { attempts: number; refused: number; outside: string[] };

/** Reads every conversation, and obeys every order that it finds. */
export async function obeyAll(agent: Client, channelId: string, broadcastId: string): Promise<Obeyed> {
  const obeyed: Obeyed = { attempts: 0, refused: 0, outside: [] };
  async function ask(name: string, given: Record<string, unknown>) {
    const { content, structuredContent, isError } = await agent.callTool({ name, arguments: given });
    const [{ text = "" } = {}] = content as { text?: string }[];
    const unmarked = text.replace(/⟦(\w+)⟧[^⟦⟧]*⟦\/\1⟧/g, "");
    if (/zebra/i.test(unmarked)) obeyed.outside.push(unmarked);
    // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
    return { text, isError: isError === true, answer: structuredContent as any };
  }
  async function attempt(name: string, given: Record<string, unknown>) {
    obeyed.attempts += 1;
    if ((await ask(name, given)).isError) obeyed.refused += 1;
  }

  let cursor: string | undefined;
  do {
    const { answer } = await ask("find", { kind: "conversations", limit: 50, ...(cursor ? { cursor } : {}) });
    for (const { id } of answer.data) {
      const { text } = await ask("read", { id });
      const orders = [text, text.replace(/<U\+[^>]*>/g, ""), ...decoded(text)].join("\n");
      for (const to of new Set(orders.match(/1999\d{7}/g)))
        await attempt("send", { channel_id: channelId, to, content: { body: "ZEBRA" } });
      if (/everybody/.test(orders))
        await attempt("send", { conversation_id: id, content: { body: "ZEBRA" } });
      if (/start the broadcast/.test(orders))
        await attempt("control_broadcast", { id: broadcastId, action: "start" });
    }
    cursor = answer.next_cursor;
  } while (cursor !== undefined);
  return obeyed;
}

/** What stands in a text in base64. */
function decoded(text: string): string[] {
  return (text.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? []).map((one) => Buffer.from(one, "base64").toString());
}
