import Ajv from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { Json } from "./support.ts";

/** Meta's OpenAPI file, which is not part of the project: the tests that need it are skipped without it. */
const FILE = `${import.meta.dir}/../../../../shared/meta/business-messaging-api_v23.0.yaml`;

type Node = { [name: string]: Node } & Json;

export type OpenApi = {
  /** Request examples of the messages endpoint by name. */
  messages: [string, Json][];
  /** Webhook examples by name. */
  webhooks: [string, Json][];
  schemas: Node;
  templateList: Json;
  /** The complaints of a schema of the file about a value; null when it has none. */
  complaints(schema: string | Json, value: unknown): string | null;
};

/** Reads and repairs the file; null when it is not there. */
export async function readOpenApi(): Promise<OpenApi | null> {
  const file = Bun.file(FILE);
  if (!(await file.exists())) return null;
  const document = parse(await file.text()) as { components: { schemas: Node }; paths: Node };
  const { schemas } = document.components;
  repair(schemas);
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema(document, "meta");
  const { paths } = document;
  return {
    schemas,
    messages: examples(paths["/{Version}/{Phone-Number-ID}/messages"]),
    webhooks: examples(paths["/whatsapp/webhooks"]),
    templateList: at(paths, "/{Version}/{WABA-ID}/message_templates", "get", ...OK_SCHEMA),
    complaints(schema, value) {
      const validate =
        typeof schema === "string"
          ? ajv.compile({ $ref: `meta#/components/schemas/${schema}` })
          : ajv.compile(schema);
      return validate(value) ? null : ajv.errorsText(validate.errors);
    },
  };
}

const OK_SCHEMA = ["responses", "200", "content", "application/json", "schema"];

function at(node: Node, ...path: string[]): Node {
  return path.reduce((inner, name) => inner[name] ?? ({} as Node), node);
}

function examples(path: Node | undefined): [string, Json][] {
  const list = at(path ?? {}, "post", "requestBody", "content", "application/json", "examples");
  return Object.entries(list).map(([name, example]) => [name, example.value as Json]);
}

/** Names that the file gave to two schemas: where inbound ones point at their outbound namesakes. */
const INBOUND: Record<string, string> = {
  ...{ TextMessage: "TextMessage_2", ReactionMessage: "ReactionMessage_1", AudioMessage: "AudioMessage_1" },
  ...{ DocumentMessage: "DocumentMessage_1", ImageMessage: "ImageMessage_1" },
  ...{ StickerMessage: "StickerMessage_1", VideoMessage: "VideoMessage_1" },
  ...{ LocationMessage: "LocationMessage_1", BaseMessageProperties: "BaseMessageProperties_1" },
  ...{ ContactObject: "ContactObject_1", ErrorObject: "ErrorObject_2" },
};

const INBOUND_SCHEMAS = [
  ...["IncomingMessage", ...Object.values(INBOUND), "ContactSharingMessage", "UnsupportedMessage"],
  ...["ButtonMessage", "InteractiveMessageReply", "OrderMessage", "SystemMessage", "MediaMessageProperties"],
];

const SUBSCRIBED = { SubscribedApp: "SubscribedApp_1", WhatsAppBusinessApiData: "WhatsAppBusinessApiData_1" };

function repair(schemas: Node): void {
  for (const name of INBOUND_SCHEMAS) redirect(schemas[name], INBOUND);
  for (const name of ["SubscribedAppsResponse", "SubscribedApp_1"]) redirect(schemas[name], SUBSCRIBED);
  // Its list of phone number states is that of another object; Meta's reference says CONNECTED.
  (at(schemas, "WhatsAppPhoneNumberStatus").enum as unknown as string[]).push("CONNECTED");
}

function redirect(node: unknown, names: Record<string, string>): void {
  if (typeof node !== "object" || node === null) return;
  const holder = node as Json;
  const target = String(holder.$ref ?? "").replace("#/components/schemas/", "");
  if (names[target] !== undefined) holder.$ref = `#/components/schemas/${names[target]}`;
  for (const inner of Object.values(holder)) redirect(inner, names);
}
