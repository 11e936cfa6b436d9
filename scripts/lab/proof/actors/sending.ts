/** What all clients that write to a person have in common. */
import type { Send } from "../history/history.ts";
import type { ConversationPlan } from "../world/organization-plan.ts";
import { textOf } from "../world/texts.ts";
import { type Answer, insist } from "./api.ts";
import type { LiveOrganization, World } from "./world.ts";

export type Writing = { world: World; organization: LiveOrganization; plan: ConversationPlan };
type Message = Record<string, unknown>;

/** A message that nobody has asked for yet. */
export function newSend(
  { world, organization, plan }: Writing,
  {
    isImmediate = true,
    quotes = null,
    isPaid = false,
  }: Partial<Pick<Send, "isImmediate" | "quotes" | "isPaid">> = {},
): Send {
  const text = textOf(organization.label, "send", organization.next());
  const send: Send = {
    ...{ text, organization: organization.label, channel: channelOf(organization, plan).id },
    ...{ person: plan.person, habit: plan.habit, idempotencyKey: `key of ${text}` },
    ...{ at: world.now(), accepted: [], refused: null, isImmediate, quotes, isPaid },
  };
  world.history.sends.push(send);
  return send;
}

function channelOf(organization: LiveOrganization, { channel }: ConversationPlan) {
  const found = organization.channels[channel];
  if (found === undefined) throw new Error(`${organization.label} has no channel ${channel}`);
  return found;
}

/** The body of its request. */
export const messageOf = ({ channel, person, text }: Send, more: Message = {}): Message => ({
  ...{ channel_id: channel, to: person, type: "text", content: { body: text }, ...more },
});

/** Asks for it until there is a response. */
export async function post({ world, organization }: Writing, send: Send, more: Message): Promise<void> {
  const { idempotencyKey } = send;
  const answer = await insist(world, organization.key, "POST", "/v1/messages", messageOf(send, more), {
    idempotencyKey,
  });
  note(world, send, answer?.status ?? null, answer?.body);
}

/** Writes a response down. */
export function note(world: World, send: Send, status: number | null, body: Answer["body"]): void {
  if (status === 201) {
    send.accepted.push({ id: body.id, at: world.now() });
    world.signal("accepted");
  } else if (status !== null) send.refused = body?.code ?? String(status);
}

/** The first message to the person that was accepted, as the API shows it. */
export async function firstMessage({ world, organization, plan }: Writing): Promise<Answer["body"] | null> {
  const channel = channelOf(organization, plan).id;
  const id = world.history.sends.find(
    (send) => send.channel === channel && send.person === plan.person && send.accepted.length > 0,
  )?.accepted[0]?.id;
  if (id === undefined) return null;
  const answer = await insist(world, organization.key, "GET", `/v1/messages/${id}`);
  return answer?.status === 200 ? answer.body : null;
}
