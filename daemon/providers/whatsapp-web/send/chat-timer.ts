import type { SignalDataSet, SignalDataTypeMap, WASocket } from "baileys";

/** After how many seconds the messages of a chat disappear, 0 being never, and when (ms) that was said. */
type Timer = { seconds: number; at: number };

/** The category of the session's keys that holds them: not one of Baileys', whose store takes any. */
const TIMER = "timer" as keyof SignalDataTypeMap;

/** After how many seconds messages to a person disappear; 0 when they stay. */
export async function findTimer(socket: WASocket, jid: string): Promise<number> {
  return (await newest(socket, await namesOf(socket, jid)))?.seconds ?? 0;
}

/** Keeps what was said about a chat's messages, unless something newer is known. */
export async function keepTimer(socket: WASocket, jid: string, timer: Timer): Promise<void> {
  const names = await namesOf(socket, jid);
  const known = await newest(socket, names);
  if (known === null ? timer.seconds === 0 : known.at > timer.at || known.seconds === timer.seconds) return;
  await socket.authState.keys.set({ [TIMER]: { [names[0] ?? jid]: timer } } as SignalDataSet);
}

/** A person's names, the LID first: messages may come from either. */
async function namesOf({ signalRepository: { lidMapping } }: WASocket, jid: string): Promise<string[]> {
  const lid = jid.endsWith("@lid") ? jid : await lidMapping.getLIDForPN(jid);
  const number = jid.endsWith("@lid") ? await lidMapping.getPNForLID(jid) : jid;
  return [lid, number].flatMap((name) => (name === null ? [] : [name.replace(/:\d+@/, "@")]));
}

async function newest({ authState }: WASocket, names: string[]): Promise<Timer | null> {
  const found: Record<string, unknown> = await authState.keys.get(TIMER, names);
  const timers = Object.values(found).filter((one) => one !== null && one !== undefined) as Timer[];
  return timers.toSorted((one, other) => other.at - one.at)[0] ?? null;
}
