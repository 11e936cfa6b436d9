import type { INodeProperties } from "n8n-workflow";

const TYPES = [
  ...["text", "image", "video", "audio", "document", "sticker", "template", "location", "contact"],
  ...["reaction", "poll", "buttons", "list", "cta_url", "link", "media_carousel", "product_carousel"],
  ...["single_product", "multi_product", "catalog", "address", "location_request"],
  ...["request_contact_info", "call_permission_request", "mark_as_read", "presence", "edit_message"],
  ...["delete_message", "message_status_query", "message_media_download"],
];

const words = (name: string) => {
  const spaced = name.replace(/_/g, " ");
  return spaced.replace(/(?:^| )\w/g, (letter) => letter.toUpperCase());
};

type Shown = Record<string, string[]>;
const field = (
  displayName: string,
  name: string,
  show: Shown,
  more: Partial<INodeProperties> = {},
): INodeProperties => ({
  ...{ displayName, name, type: "string", default: "", displayOptions: { show } },
  ...more,
});

/** One resource, with what can be done with it. */
function operations(resource: string, names: readonly [string, string, string][]): INodeProperties {
  return field(
    "Operation",
    "operation",
    { resource: [resource] },
    {
      type: "options",
      noDataExpression: true,
      options: names.map(([value, name, action]) => ({ name, value, action, description: action })),
      default: names[0]?.[0] ?? "",
    },
  );
}

const SENDS = { resource: ["message"], operation: ["send", "reply"] };
const LISTS = { operation: ["getAll"] };
const BY_ID = { operation: ["get", "update", "addTags", "removeTags", "hold", "release", "download"] };
/** Types whose content is a file. */
export const FILES = ["image", "video", "audio", "document", "sticker"];

export const FIELDS: INodeProperties[] = [
  {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    options: ["contact", "conversation", "file", "message", "template"].map((value) => ({
      ...{ name: words(value), value },
    })),
    default: "message",
  },
  operations("message", [
    ["send", "Send", "Send a message"],
    ["reply", "Reply", "Reply in a conversation"],
    ["get", "Get", "Get a message"],
    ["getAll", "Get Many", "Find messages"],
  ]),
  operations("contact", [
    ["getAll", "Get Many", "Find contacts"],
    ["create", "Create", "Create a contact"],
    ["update", "Update", "Update a contact"],
    ["addTags", "Add Tags", "Add tags to a contact"],
    ["removeTags", "Remove Tags", "Remove tags from a contact"],
  ]),
  operations("conversation", [
    ["hold", "Hold", "Hold a conversation"],
    ["release", "Release", "Release a conversation"],
  ]),
  operations("template", [["getAll", "Get Many", "List templates"]]),
  operations("file", [
    ["upload", "Upload", "Upload a file"],
    ["download", "Download", "Download a file"],
  ]),
  field(
    "Channel Name or ID",
    "channelId",
    { resource: ["message"], operation: ["send"] },
    {
      type: "options",
      typeOptions: { loadOptionsMethod: "getChannels" },
      required: true,
      description:
        'The number that sends. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
    },
  ),
  field(
    "To",
    "to",
    { resource: ["message"], operation: ["send"] },
    {
      required: true,
      placeholder: "+14155550123",
      description: "The person's number with its country code, or WhatsApp's own ID of them",
    },
  ),
  field(
    "Conversation ID",
    "conversationId",
    { resource: ["message"], operation: ["reply"] },
    { required: true },
  ),
  field(
    "Quoted Message ID",
    "quotedId",
    { resource: ["message"], operation: ["reply"] },
    {
      description: "The message that the reply quotes; empty for none",
    },
  ),
  field("Type", "type", SENDS, {
    type: "options",
    options: TYPES.map((value) => ({ name: words(value), value })),
    default: "text",
  }),
  field("Text", "text", { ...SENDS, type: ["text"] }, { typeOptions: { rows: 3 } }),
  field(
    "File ID",
    "mediaId",
    { ...SENDS, type: FILES },
    {
      description: "Of a file that was uploaded with the operation Upload",
    },
  ),
  field("Caption", "caption", { ...SENDS, type: ["image", "video", "document"] }),
  field(
    "Content",
    "content",
    { ...SENDS, type: TYPES.filter((one) => one !== "text" && !FILES.includes(one)) },
    {
      type: "json",
      default: "{}",
      description: "What a message of this type contains, as Waypost's reference describes it",
    },
  ),
  field("ID", "id", BY_ID, { required: true, description: "Of the message, contact, conversation or file" }),
  field(
    "Words",
    "words",
    { resource: ["message", "contact"], ...LISTS },
    {
      description: "What to search for; contacts are found by name, number, email address or external ID",
    },
  ),
  field(
    "Fields",
    "fields",
    { resource: ["contact"], operation: ["create", "update"] },
    {
      type: "json",
      default: '{ "phone_number": "+14155550123", "name": "Ada" }',
    },
  ),
  field(
    "Tags",
    "tags",
    { resource: ["contact"], operation: ["addTags", "removeTags"] },
    {
      description: "Names with commas between them",
    },
  ),
  field(
    "Binary Property",
    "binaryProperty",
    { resource: ["file"] },
    {
      default: "data",
      description: "The name of the field that has the file, or gets it",
    },
  ),
  field("Return All", "returnAll", LISTS, {
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
  }),
  field(
    "Limit",
    "limit",
    { ...LISTS, returnAll: [false as unknown as string] },
    {
      type: "number",
      typeOptions: { minValue: 1 },
      default: 50,
      description: "Max number of results to return",
    },
  ),
];
