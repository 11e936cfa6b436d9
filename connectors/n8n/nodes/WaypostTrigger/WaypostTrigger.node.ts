import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError, NodeConnectionTypes } from "n8n-workflow";
import { getChannels } from "../channels";
import { request } from "../request";
import { TRIGGER_FIELDS } from "./fields";
import { isSigned } from "./signature";
import { type About, type Filters, isWanted } from "./wanted";

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

/** Starts a flow by what happens on your numbers. Each flow has endpoints of its own: one to test, one in production. */
export class WaypostTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Waypost Trigger",
    name: "waypostTrigger",
    icon: { light: "file:../../icons/waypost.svg", dark: "file:../../icons/waypost.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts a flow when a message comes, or anything else happens on your WhatsApp numbers",
    defaults: { name: "Waypost Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "waypostApi", required: true }],
    webhooks: [
      {
        name: "default",
        httpMethod: "POST",
        responseMode: "onReceived",
        path: "waypost",
        rawBody: true,
      } as never,
    ],
    properties: TRIGGER_FIELDS,
  };

  methods = { loadOptions: { getChannels } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id, secret } = keptOf(this);
        if (id === undefined || secret === undefined) return false;
        try {
          const { url, enabled } = await request(this, "GET", `${ENDPOINTS}/${String(id)}`);
          return url === this.getNodeWebhookUrl("default") && enabled === true;
        } catch (error) {
          if (isGone(error)) return false;
          throw new NodeApiError(this.getNode(), error as JsonObject);
        }
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const channels = this.getNodeParameter("channelIds", []) as string[];
        const body = {
          url: this.getNodeWebhookUrl("default"),
          description: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id} (${this.getMode()})`,
          filterTypes: this.getNodeParameter("events", []),
          channels: channels.length === 0 ? null : channels,
          include: ["message", "contact"],
        };
        const { id, secret } = await request(this, "POST", ENDPOINTS, { body });
        Object.assign(keptOf(this), { id, secret });
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = keptOf(this);
        if (kept.id === undefined) return true;
        try {
          await request(this, "DELETE", `${ENDPOINTS}/${String(kept.id)}`);
        } catch (error) {
          if (!isGone(error)) return false;
        }
        delete kept.id;
        delete kept.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const asked = this.getRequestObject();
    const raw = (asked as { rawBody?: Buffer }).rawBody;
    const { secret } = keptOf(this);
    if (
      typeof secret !== "string" ||
      raw === undefined ||
      !isSigned(secret, this.getHeaderData() as IDataObject, raw)
    ) {
      this.getResponseObject().status(401).json({ error: "the signature is not Waypost's" });
      return { noWebhookResponse: true };
    }
    const event = JSON.parse(raw.toString("utf8")) as IDataObject;
    const about = await aboutOf(this, event);
    if (!isWanted(this.getNodeParameter("filters", {}) as Filters, about)) return {};
    return { workflowData: [this.helpers.returnJsonArray({ ...event, ...about })] };
  }
}

/** Whether somebody deleted the endpoint by hand. */
function isGone(error: unknown): boolean {
  return (error as { httpCode?: string }).httpCode === "404";
}

function nullIfGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** What is kept of an endpoint: one for the test URL, and one for that of production. */
function keptOf(context: IHookFunctions | IWebhookFunctions): IDataObject {
  const kept = context.getWorkflowStaticData("node");
  const isTest = (context.getNodeWebhookUrl("default") ?? "").includes("/webhook-test/");
  // while it answers a call to the test URL, n8n gives production's address: the mode says which it is
  const name = isTest || context.getMode() === "manual" ? "test" : "production";
  kept[name] ??= {};
  return kept[name] as IDataObject;
}

/** The message and the person of an event: they came with it, or are read. What is gone is null; Waypost posts again what failed. */
async function aboutOf(context: IWebhookFunctions, event: IDataObject): Promise<About> {
  const data = (event.data ?? event) as IDataObject;
  const read = async (member: "message" | "contact", path: string, id: unknown) =>
    (data[member] as IDataObject | undefined) ??
    (typeof id === "string" ? await request(context, "GET", `${path}/${id}`).catch(nullIfGone) : null);
  const message = await read("message", "/v1/messages", data.message_id);
  const contact = await read("contact", "/v1/contacts", data.contact_id ?? message?.contact_id);
  return { message, contact };
}
