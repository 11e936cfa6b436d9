import type { INodeProperties } from "n8n-workflow";

const EVENTS = [
  ...["conversation.held", "conversation.released", "conversation.updated", "message.edited"],
  ...["message.new", "message.reaction", "message.sent", "message.status_update"],
];

export const TRIGGER_FIELDS: INodeProperties[] = [
  {
    displayName: "Events",
    name: "events",
    type: "multiOptions",
    options: EVENTS.map((value) => ({ name: value, value })),
    default: ["message.new"],
    required: true,
  },
  {
    displayName: "Channel Names or IDs",
    name: "channelIds",
    type: "multiOptions",
    typeOptions: { loadOptionsMethod: "getChannels" },
    default: [],
    description:
      'Only of these numbers; none is all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
  },
  {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Filter",
    default: {},
    options: [
      {
        displayName: "Language",
        name: "language",
        type: "string",
        default: "",
        description: "Only people whose custom field language begins so, such as de",
      },
      {
        displayName: "New People Only",
        name: "onlyNew",
        type: "boolean",
        default: false,
        description: "Whether only the first message of a person starts the flow",
      },
      {
        displayName: "Tag",
        name: "tag",
        type: "string",
        default: "",
        description: "Only people with this tag",
      },
      {
        displayName: "Types of Messages",
        name: "types",
        type: "string",
        typeOptions: { multipleValues: true },
        default: [],
        description: "Such as text or image; none is all",
      },
      {
        displayName: "Words",
        name: "words",
        type: "string",
        default: "",
        description: "Only messages that contain all of these words",
      },
    ],
  },
];
