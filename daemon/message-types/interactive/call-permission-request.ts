import { Type } from "../../lib/typebox.ts";
import { canonicalBody } from "../aliases.ts";
import { replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Body } from "./interactive.ts";

/** Asks whether the business may call, for seven days or for good (Meta, "Obtain user call permissions"). */
export const callPermissionRequest = messageType({
  type: "call_permission_request",
  schema: strict({ body: Type.Optional(Body), ...replyFields }),
  canonical: canonicalBody,
  addressed: true,
  examples: [{ body: "May we call you about your order?" }],
});
