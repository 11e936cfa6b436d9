/** Actions on a conversation as a whole: closing it, giving it to somebody, and a note about its contact. */
import { newForm, newPick } from "../model/prompt.ts";
import { showConversation } from "../model/session.ts";
import { type ActionContext, currentConversation, say } from "./context.ts";

/** Closes it, or opens it again. */
export async function closeOrOpen(context: ActionContext): Promise<void> {
  const isOpen = currentConversation(context)?.status === "open";
  await change(context, { status: isOpen ? "closed" : "open" }, isOpen ? "Closed" : "Open again");
}

/** Asks who it is for. */
export async function assign(context: ActionContext): Promise<void> {
  const { client, store, run } = context;
  const users = [...store.get().users].map(([value, label]) => ({ label, value }));
  const me = await client.call("GET /v1/auth/me", {}).catch(() => null);
  const own = me?.user ? [{ label: "me", value: me.user.id }] : [];
  const options = [...own, ...users, { label: "nobody", value: "" }];
  const prompt = newPick("Assign the conversation to", options, (id) => {
    const label = options.find(({ value }) => value === id)?.label;
    run(() => change(context, { assignee_id: id === "" ? null : id }, `Assigned to ${label}`));
  });
  store.set({ prompt });
}

/** Asks for a note, and keeps it with the contact. */
export async function writeNote(context: ActionContext): Promise<void> {
  const { client, store, run } = context;
  const id = currentConversation(context)?.contact_id;
  if (typeof id !== "string") return say(context, "The contact of this conversation was deleted");
  const { data } = await client.call("GET /v1/contacts/{id}/notes", { path: { id }, query: { limit: 1 } });
  const latest = data[0] === undefined ? "" : ` (the latest: ${data[0].body})`;
  const prompt = newForm(`Note about this contact${latest}`, [{ label: "Note" }], ([body = ""]) =>
    run(async () => {
      await client.call("POST /v1/contacts/{id}/notes", { path: { id }, body: { body } });
      say(context, "The note is kept with the contact");
    }),
  );
  store.set({ prompt });
}

async function change(
  context: ActionContext,
  body: { status?: string; assignee_id?: string | null },
  said: string,
): Promise<void> {
  const { client, store } = context;
  const id = currentConversation(context)?.id;
  if (id === undefined) return;
  showConversation(store, await client.call("PATCH /v1/conversations/{id}", { path: { id }, body }));
  say(context, said);
}
