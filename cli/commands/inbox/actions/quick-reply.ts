import { fileOf } from "../../conversations/quick-reply.ts";
import { typed } from "../model/editor.ts";
import { newPick } from "../model/prompt.ts";
import { type ActionContext, currentConversation, say } from "./context.ts";

/** Shows the quick replies as this person would get them, and writes the chosen one into the answer. */
export async function chooseQuickReply(context: ActionContext): Promise<void> {
  const { client, store, run } = context;
  const id = currentConversation(context)?.id;
  if (id === undefined) return;
  const query = { conversation_id: id, limit: 100 };
  const { data } = await client.call("GET /v1/quick_replies", { query });
  if (data.length === 0) return say(context, "No quick replies; keep one: waypost quick-replies create");
  const options = data.map(({ id: value, shortcut, filled, body }) => ({
    label: `${shortcut}  ${filled?.text ?? body}`,
    value,
  }));
  const write = async (chosen: string) => {
    const reply = data.find((one) => one.id === chosen);
    if (reply === undefined) return;
    const text = reply.filled?.text ?? reply.body;
    store.setChat(id, (open) => ({ ...open, draft: typed(open.draft, text) }));
    const file = await fileOf(client, reply);
    if (file !== null) store.setChat(id, (open) => ({ ...open, file }));
  };
  store.set({ prompt: newPick("Write a quick reply", options, (chosen) => run(() => write(chosen))) });
}
