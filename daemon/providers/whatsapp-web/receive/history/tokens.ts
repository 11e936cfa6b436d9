import type { SignalDataSet, WASocket } from "baileys";

/** A chat's token, with which a number may write to somebody who has not written to it; times in seconds, 0 for none. */
export type Token = { jid: string; token: Uint8Array; givenAt: number; sentAt: number };

/** Keeps those that are newer than what is known, where Baileys looks for them (`Utils/process-message`, storeTcTokensFromHistorySync). */
export async function keepTokens(socket: WASocket, tokens: readonly Token[]): Promise<void> {
  if (tokens.length === 0) return;
  const { resolveTcTokenJid } = await import("baileys/lib/Utils/tc-token-utils.js");
  const { keys } = socket.authState;
  const { lidMapping } = socket.signalRepository;
  const named = new Map<string, Token>();
  for (const token of tokens) {
    const name = await resolveTcTokenJid(token.jid, (pn) => lidMapping.getLIDForPN(pn));
    if ((named.get(name)?.givenAt ?? 0) < token.givenAt) named.set(name, token);
  }
  const known = await keys.get("tctoken", [...named.keys()]);
  const newer = [...named].filter(([name, { givenAt }]) => Number(known[name]?.timestamp ?? 0) < givenAt);
  if (newer.length === 0) return;
  const entries = newer.map(([name, { token, givenAt, sentAt }]) => [
    name,
    {
      ...known[name],
      token: Buffer.from(token),
      timestamp: String(givenAt),
      ...(sentAt > 0 ? { senderTimestamp: sentAt } : {}),
    },
  ]);
  await keys.set({ tctoken: Object.fromEntries(entries) } as SignalDataSet);
}
