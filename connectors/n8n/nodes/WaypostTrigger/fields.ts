import type { INodeProperties } from "n8n-workflow";

const EVENTS = [
  ...["message.new", "message.decrypted", "message.sent", "message.status_update"],
  ...["conversation.updated", "conversation.handover", "conversation.held", "conversation.released"],
  ...[
    "conversation.filled",
    "conversation.note_created",
    "conversation.merged",
    "contact.updated",
    "contact.erased",
    "commerce.order.updated",
  ],
  ...["call.status_update", "call.missed", "call.rejected", "template.status_update"],
  ...["approval.requested", "approval.decided", "budget.warned", "budget.exhausted"],
  ...["broadcast.started", "broadcast.progressed", "broadcast.paused", "broadcast.stopped"],
  ...["broadcast.completed", "broadcast.cancelled", "channel.updated", "channel.status_changed"],
  ...["channel.logged_out", "channel.health_changed", "channel.number_changed", "channel.link_used"],
  ...["channel.alerted", "channel.username_changed", "crm.record.created", "crm.record.updated"],
  ...["crm.record.deleted", "crm.deal.stage_changed", "crm.task.completed", "crm.comment.created"],
  ...["crm.comment.deleted", "crm.list.entry_added", "crm.list.entry_removed", "crm.relationship.linked"],
  ...["crm.relationship.unlinked", "crm.import.progressed", "crm.import.committed", "endpoint.failing"],
  ...["endpoint.disabled", "endpoint.deliveries_expired", "endpoint.recovered"],
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
