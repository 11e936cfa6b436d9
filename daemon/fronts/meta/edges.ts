import { subscribedApps } from "./apps.ts";
import type { Call } from "./call.ts";
import { configureNumber, subscribe, unsubscribe } from "./callbacks.ts";
import { deleteMedia, isMediaId, sendFile, showMedia } from "./media.ts";
import { sendMessage } from "./messages/send.ts";
import { listNumbers, showAccount, showNumber, showProfile } from "./numbers.ts";
import { findAccount, findNumber, type GraphNumber, noSuchObject } from "./objects.ts";
import {
  createTemplate,
  deleteTemplates,
  editTemplate,
  isTemplateId,
  listTemplates,
  showTemplate,
} from "./templates.ts";

type Answer = object | Promise<object>;
type OfNumber = (call: Call, number: GraphNumber, id: string) => Answer;
type OfAccount = (call: Call, numbers: readonly GraphNumber[], id: string) => Answer;
/** What can be asked of an object, by the name of its edge; `""` is the object itself. */
type Edges = { number?: Record<string, OfNumber>; account?: Record<string, OfAccount> };

const EDGES = {
  get: {
    number: { "": showNumber, whatsapp_business_profile: showProfile },
    account: {
      "": showAccount,
      phone_numbers: listNumbers,
      message_templates: (call, numbers, id) => listTemplates(call, id, numbers),
      subscribed_apps: subscribedApps,
    },
  },
  post: {
    number: { "": configureNumber, messages: sendMessage, marketing_messages: sendMessage },
    account: { message_templates: createTemplate, subscribed_apps: subscribe },
  },
  delete: {
    account: { message_templates: deleteTemplates, subscribed_apps: unsubscribe },
  },
} satisfies Record<string, Edges>;

export async function getOf(call: Call, id: string, edge: string | null): Promise<object> {
  if (isMediaId(id)) {
    if (edge === null) return await showMedia(call, id);
    if (edge === "file") return await sendFile(call, id);
  }
  if (isTemplateId(id) && edge === null) return await showTemplate(call, id);
  return await ofNumberOrAccount("get", call, id, edge);
}

export async function postOf(call: Call, id: string, edge: string | null): Promise<object> {
  if (isTemplateId(id) && edge === null) return await editTemplate(call, id);
  return await ofNumberOrAccount("post", call, id, edge);
}

export async function deleteOf(call: Call, id: string, edge: string | null): Promise<object> {
  if (isMediaId(id) && edge === null) return await deleteMedia(call, id);
  return await ofNumberOrAccount("delete", call, id, edge);
}

async function ofNumberOrAccount(
  method: keyof typeof EDGES,
  call: Call,
  id: string,
  edge: string | null,
): Promise<object> {
  const edges: Edges = EDGES[method];
  const ofNumber = edgeOf(edges.number, edge);
  const number = ofNumber && (await findNumber(call.sql, call.caller, id));
  if (ofNumber && number) return await ofNumber(call, number, id);
  const ofAccount = edgeOf(edges.account, edge);
  const numbers = ofAccount === undefined ? [] : await findAccount(call.sql, call.caller, id);
  if (ofAccount === undefined || numbers.length === 0) throw noSuchObject(method, id);
  return await ofAccount(call, numbers, id);
}

function edgeOf<Edge>(edges: Record<string, Edge> | undefined, edge: string | null): Edge | undefined {
  const name = edge ?? "";
  return edges !== undefined && Object.hasOwn(edges, name) ? edges[name] : undefined;
}
