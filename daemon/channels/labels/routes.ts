import { Elysia } from "elysia";
import { type ChannelRow, findChannel } from "../../../db/channels/channels.ts";
import { editLabel, type Label, labelsOf } from "../../../db/whatsapp-web/labels.ts";
import { audit } from "../../auth/audit.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { found, notFound } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import type { Asking } from "../asking/ask.ts";
import { changeOnPhone } from "../asking/change-on-phone.ts";
import { LabelBody, LabelSchema, LabelsSchema, WORDING } from "./documentation.ts";
import { hasNoLabels, labelExists, tooManyLabels } from "./refusals.ts";

/** The most labels that the Business app has (WhatsApp: "How to use labels"). */
const MOST_LABELS = 20;
/** The most tags of a conversation, as in daemon/conversations. */
const MOST_TAGS = 100;

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const IdAndLabel = Type.Object({ id: Type.String({ maxLength: 64 }), label: Type.String({ maxLength: 64 }) });

/** `/v1/channels/{id}/labels`: the labels that a number has in the WhatsApp Business app. */
export function labelRoutes(http: Http, dependencies: Asking) {
  const { sql } = dependencies;
  const mustFind = async (caller: Caller, id: string) =>
    found(mayUseChannel(caller, id) ? await findChannel(sql, caller.organizationId, id) : null, "channel");
  const noted = async (caller: Caller, { id }: ChannelRow, done: "created" | "deleted", label: Label) =>
    await audit(sql, caller, {
      action: `channel.label_${done}`,
      target: { type: "channel", id },
      changes: { label: label.name },
    });
  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .get(
      "/:id/labels",
      async ({ caller, params: { id } }) => {
        const labels = await labelsOf(sql, keyOf(await mustFind(caller, id)));
        return { available: labels !== null, data: labels ?? [], meta: { next_cursor: null } };
      },
      {
        permission: "channels:read",
        params: Id,
        detail: documented({
          operation: "listChannelLabels",
          summary: "List a number's labels",
          description:
            "The labels that a paired number has in the WhatsApp Business app. A label is a tag of the number's conversations: whatever carries it on the phone has the tag here, and the other way round.",
          responses: { 200: { description: "By their ids, in one page", schema: LabelsSchema } },
        }),
      },
    )
    .post(
      "/:id/labels",
      async ({ caller, params: { id }, body, onceElsewhere }) =>
        await onceElsewhere(async () => {
          const channel = await mustFind(caller, id);
          const label = newLabel(await labelsOf(sql, keyOf(channel)), body.name.trim());
          await changeOnPhone(dependencies, channel, { kind: "label", ...label, deleted: false });
          await editLabel(sql, keyOf(channel), label, MOST_TAGS);
          await noted(caller, channel, "created", label);
          return { status: 201, body: label };
        }),
      {
        permission: "channels:manage",
        idempotent: true,
        params: Id,
        body: LabelBody,
        detail: documented({
          operation: "createChannelLabel",
          summary: "Create a label",
          description: "In the WhatsApp Business app of a paired number, which has 20 at most.",
          wording: WORDING,
          responses: { 201: { description: "The label", schema: LabelSchema } },
        }),
      },
    )
    .delete(
      "/:id/labels/:label",
      async ({ caller, params: { id, label }, set }) => {
        const channel = await mustFind(caller, id);
        const labels = await labelsOf(sql, keyOf(channel));
        if (labels === null) throw hasNoLabels();
        const known = labels.find((one) => one.id === label);
        if (known === undefined) throw notFound("label");
        await changeOnPhone(dependencies, channel, { kind: "label", ...known, deleted: true });
        await editLabel(sql, keyOf(channel), { id: label, name: null }, MOST_TAGS);
        await noted(caller, channel, "deleted", known);
        set.status = 204;
      },
      {
        permission: "channels:manage",
        elsewhere: true,
        params: IdAndLabel,
        detail: documented({
          operation: "deleteChannelLabel",
          summary: "Delete a label",
          description:
            "On the phone as well. The number's conversations lose the tag of this name; each sends `conversation.updated`.",
          wording: WORDING,
          responses: { 204: { description: "Deleted" } },
        }),
      },
    );
}

/** The label of this name with the next free id. Throws 422 where there can't be one, 409 for a name that there is. */
function newLabel(labels: readonly Label[] | null, name: string): Label {
  if (labels === null) throw hasNoLabels();
  if (labels.some((one) => one.name === name)) throw labelExists(name);
  if (labels.length >= MOST_LABELS) throw tooManyLabels(MOST_LABELS);
  return { id: String(Math.max(0, ...labels.map(({ id }) => Number(id))) + 1), name };
}

function keyOf({ organization_id, id }: ChannelRow) {
  return { organizationId: organization_id, channelId: id };
}
