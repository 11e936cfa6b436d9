import { Nullable, Type } from "../../lib/typebox.ts";
import { notConnected, timedOut } from "../asking/wording.ts";

const EXAMPLE = { id: "1", name: "New customer" };

export const LabelSchema = Type.Object(
  { id: Type.String({ description: "WhatsApp's id, digits" }), name: Type.String() },
  { title: "ChannelLabel", examples: [EXAMPLE] },
);

export const LabelsSchema = Type.Object(
  {
    available: Type.Boolean({
      description:
        "false: the channel is no paired number of the WhatsApp Business app, so that it has no labels",
    }),
    data: Type.Array(LabelSchema),
    meta: Type.Object({ next_cursor: Nullable(Type.String({ description: "Null: they are one page" })) }),
  },
  {
    title: "ChannelLabels",
    examples: [{ available: true, data: [EXAMPLE], meta: { next_cursor: null } }],
  },
);

export const LabelBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 64 }) },
  { examples: [{ name: "New customer" }] },
);

export const WORDING = {
  409: notConnected("There is a label of this name (`label_exists`), or the number is not connected"),
  422: {
    description: "No number of the Business app, 20 labels already (`too_many_labels`), or WhatsApp refused",
    code: "no_labels",
    detail:
      "only paired numbers of the WhatsApp Business app have labels; tag conversations with POST /v1/conversations/{id}/tags instead",
  },
  503: timedOut(),
};
