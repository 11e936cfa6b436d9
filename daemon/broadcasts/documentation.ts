import { documented } from "../http/openapi/documentation.ts";
import { listOf } from "../http/paging.ts";
import { Type } from "../lib/typebox.ts";
import { BATCH_RESPONSE } from "../messages/accept/send-documentation.ts";
import { PersonSchema } from "./people.ts";
import { PreviewSchema } from "./preview/schema.ts";
import { BroadcastSchema } from "./record.ts";
import { ReportSchema } from "./report.ts";

const WRONG_STATE = {
  description: "The broadcast is in another state",
  code: "wrong_state",
  detail: "the broadcast is running; only a draft can be changed",
};
const IMPORTING = {
  description: "The file of its audience is still being imported",
  code: "wrong_state",
  detail: "the file of its audience is still being imported; ask again shortly",
};
const UNFIT = {
  description: "The template, a channel or the audience is not as the broadcast needs it",
  code: "template_mismatch",
  detail: "Template hello_world (en_US) is paused, not approved.",
};

const preview = { 200: { description: "The preview", schema: PreviewSchema } };

type Change = Pick<Parameters<typeof documented>[0], "operation" | "summary" | "description">;

/** A change of one broadcast, which its state has to allow. */
const change = (text: Change) =>
  documented({ ...text, wording: { 409: WRONG_STATE }, shows: BroadcastSchema });

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  list: documented({ operation: "listBroadcasts", summary: "List broadcasts", lists: BroadcastSchema }),
  create: documented({
    operation: "createBroadcast",
    summary: "Create a broadcast",
    description:
      "Makes a draft: one template for many people. Nothing is sent before it is started; `POST /v1/broadcasts/{id}/preview` counts who would get it. Where the audience is an uploaded file, its import begins with the draft, and the draft has its `import_id`.",
    responses: { 201: { description: "The draft", schema: BroadcastSchema } },
  }),
  get: documented({
    operation: "getBroadcast",
    summary: "Get a broadcast",
    description: "With how many of its people are in each state now.",
    shows: BroadcastSchema,
  }),
  update: change({
    operation: "updateBroadcast",
    summary: "Change a draft",
    description: "Each member that is given takes the place of the one before it; null takes a setting back.",
  }),
  remove: documented({
    operation: "deleteBroadcast",
    summary: "Delete a draft",
    wording: { 409: WRONG_STATE },
    responses: { 204: { description: "Deleted" } },
  }),
  previewNew: documented({
    operation: "previewNewBroadcast",
    summary: "Preview a broadcast that is not created",
    description:
      "The same as `POST /v1/broadcasts/{id}/preview`, for a body that `POST /v1/broadcasts` would take. Nothing is sent, and no contact is written, even where the audience is a file.",
    keepsNothing: true,
    wording: { 422: UNFIT },
    responses: preview,
  }),
  start: documented({
    operation: "startBroadcast",
    summary: "Start a broadcast",
    description:
      "Checks the template and the channels, and starts a draft: now, or at `starts_at`. Its audience is who is in it when it begins. Each person gets one message at most, whatever happens. Sends `broadcast.started`, `broadcast.progressed` about every five seconds, and `broadcast.completed`.",
    wording: { 409: WRONG_STATE, 422: UNFIT },
    shows: BroadcastSchema,
  }),
  test: documented({
    operation: "testBroadcast",
    summary: "Send a broadcast to numbers of your own",
    description:
      "Up to five, as ordinary messages that count nowhere, whatever state the broadcast is in. Fields are those of the contacts with these numbers; what is not known stands there by its name, such as `[first_name]`.",
    wording: { 422: UNFIT },
    responses: { 200: { description: "The result of each, in their order", ...BATCH_RESPONSE } },
  }),
  pause: change({
    operation: "pauseBroadcast",
    summary: "Pause a broadcast",
    description:
      "Messages that WhatsApp was not handed yet are cancelled at once; their people get theirs once it is resumed. Sends `broadcast.paused`.",
  }),
  resume: change({
    operation: "resumeBroadcast",
    summary: "Resume a broadcast",
    description:
      "One that was paused, or stopped by a rule, continues with those who wait. Rules count from now on.",
  }),
  cancel: change({
    operation: "cancelBroadcast",
    summary: "Cancel a broadcast",
    description: "Ends it for good; what WhatsApp was handed stays sent. Sends `broadcast.cancelled`.",
  }),
  people: documented({
    operation: "listBroadcastPeople",
    summary: "List the people of a broadcast",
    description: "The outcome of each; `reason` says why somebody was skipped, or why their message failed.",
    responses: { 200: { description: "By the ids of their contacts", schema: listOf(PersonSchema) } },
  }),
  peopleCsv: documented({
    operation: "exportBroadcastPeople",
    summary: "Export the people of a broadcast",
    description:
      "All that match the filters, as CSV. An apostrophe precedes a cell that a spreadsheet would run as a formula, such as a number with its +; `raw=true` leaves it out.",
    responses: {
      200: {
        description: "The people",
        mediaType: "text/csv",
        schema: Type.String(),
        example:
          "contact_id,phone_number,name,status,reason,channel_id,message_id,replied_at,opted_out_at,updated_at\r\n",
      },
    },
  }),
  report: documented({
    operation: "getBroadcastReport",
    summary: "Get the report of a broadcast",
    description:
      "Its counts, why people were skipped and messages failed, with what that means, and what changed since its last preview.",
    responses: { 200: { description: "The report", schema: ReportSchema } },
  }),
  preview: documented({
    operation: "previewBroadcast",
    summary: "Preview a broadcast",
    description:
      "A dry run: how many people would get the message and how many not, and why; what the first five would read; how long it would take, and what it would cost. Nothing is sent. A large audience is counted in several requests: go on with `next_cursor` until it is null. The figures are kept with a draft, so that its report can say what changed since.",
    keepsNothing: true,
    wording: { 409: IMPORTING, 422: UNFIT },
    responses: preview,
  }),
};
