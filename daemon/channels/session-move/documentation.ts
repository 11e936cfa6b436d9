import { documented } from "../../http/openapi/documentation.ts";
import type { Providers } from "../../providers/provider.ts";
import { channelSchema } from "../channel.ts";
import { EXAMPLE_FOUND, EXAMPLE_SESSION, EXAMPLE_STORE } from "./example.ts";
import { ExportedSessionSchema } from "./export.ts";
import { MovedSessionSchema } from "./session-form.ts";
import { StoreSchema, UploadedStoreSchema } from "./store-form.ts";

/** The OpenAPI description of each operation. */
export const documentedMoves = (providers: Providers) => ({
  readStore: documented({
    operation: "readSessionStore",
    summary: "Look into another program's store of sessions",
    description:
      "Says which paired numbers the files hold, and with `session` answers with that session as `POST /v1/channels/{id}/session` takes it. Nothing is stored, and nothing connects. For what is larger, and for databases by their URL, there is `waypost channels import-session`. At most 32 MiB.",
    keepsNothing: true,
    body: { schema: UploadedStoreSchema, examples: { folder: EXAMPLE_STORE } },
    wording: {
      422: {
        description: "The files hold no session, or a torn one",
        code: "session_unfit",
        detail: "these files hold no session that is known here",
      },
    },
    responses: { 200: { description: "What it holds", schema: StoreSchema, example: EXAMPLE_FOUND } },
  }),
  importSession: documented({
    operation: "importChannelSession",
    summary: "Bring a paired number's session in",
    description:
      "The number connects with the login and the keys of another program, without a scan. Stop that program first: WhatsApp has one connection for each device. What it keeps is of no use afterwards, and unlinking it there logs this channel out. A disconnected channel takes a newer copy of its own device's session. `waypost channels import-session` reads the stores of other programs and sends them in this form, which is that of Baileys. At most 32 MiB.",
    body: { schema: MovedSessionSchema, examples: { session: EXAMPLE_SESSION } },
    wording: {
      409: {
        description:
          "The channel is paired with another device (`already_paired`), or connected or being paired (`session_in_use`), or is of another number (`another_number`), or another channel has the number (`number_taken`)",
        code: "already_paired",
        detail: "the channel is paired; log it out first, or take another channel",
      },
      503: {
        description:
          "The database is unavailable, or the library that paired numbers need is not installed (`library_missing`)",
        code: "library_missing",
        detail: "paired numbers need the optional package baileys, which is not installed (see the README)",
      },
    },
    responses: { 202: { description: "Connecting", schema: channelSchema(providers) } },
  }),
  exportSession: documented({
    operation: "exportChannelSession",
    summary: "Take a paired number's session out",
    description:
      "The login and all keys of a disconnected channel, in the form of Baileys: whoever has them is that device. Another program goes on with them; connect the channel again only when that one is stopped for good. `waypost channels export-session` writes them as Baileys' folder.",
    keepsNothing: true,
    wording: {
      409: {
        description: "The channel is connected (`session_in_use`), or is not paired (`not_paired`)",
        code: "session_in_use",
        detail: "the channel is connected; disconnect it first",
      },
    },
    errors: [422],
    responses: {
      200: { description: "The session", schema: ExportedSessionSchema, example: EXAMPLE_SESSION },
    },
  }),
});
