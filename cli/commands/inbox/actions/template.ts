import type { Client } from "../../../lib/api/client.ts";
import type { Template } from "../../../lib/api/types/templates.ts";
import { newForm, newPick } from "../model/prompt.ts";
import { filledTemplate, templateFields, templateWords } from "../model/template-fields.ts";
import { type ActionContext, currentConversation, say } from "./context.ts";
import { sendInChat } from "./send.ts";

const ONLY_TEMPLATES = "24 hours after their last message only a template can be sent";

/** Sends a message in the open chat; where the person wrote too long ago, a template can be chosen in its place. */
export async function sendOrChooseTemplate(
  context: ActionContext,
  message: Parameters<typeof sendInChat>[2],
  text: string,
): Promise<void> {
  const sent = await sendInChat(context.client, context.store, message, text);
  if (sent === "window closed") await chooseTemplate(context, ONLY_TEMPLATES);
}

/** Shows the channel's approved templates, asks for what the chosen one needs, and sends it. `reason` says why. */
export async function chooseTemplate(context: ActionContext, reason?: string): Promise<void> {
  const { client, store } = context;
  const channel_id = currentConversation(context)?.channel_id;
  if (channel_id === undefined) return;
  const templates = await approvedTemplates(client, channel_id);
  if (templates.length === 0)
    return say(context, `${reason ?? "No template"}: this channel has none that is approved`);
  const options = templates.map((template) => ({
    label: `${template.name} (${template.language})  ${templateWords(template)}`,
    value: template.id,
  }));
  const prompt = newPick(reason ?? "Send a template", options, (id) => {
    const template = templates.find((one) => one.id === id);
    if (template !== undefined) fillIn(context, template);
  });
  store.set({ prompt });
}

function fillIn(context: ActionContext, template: Template): void {
  const fields = templateFields(template);
  const words = templateWords(template);
  const done = (values: string[]) =>
    context.run(() => {
      const message = { type: "template", content: filledTemplate(template, fields, values) };
      return sendOrChooseTemplate(context, message, words);
    });
  if (fields.length === 0) done([]);
  else context.store.set({ prompt: newForm(`${template.name}: ${words}`, fields, done) });
}

async function approvedTemplates(client: Client, channel_id: string): Promise<Template[]> {
  const query = { channel_id, status: "approved", limit: 100 };
  return (await client.call("GET /v1/templates", { query })).data;
}
