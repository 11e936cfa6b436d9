import { canonicalBody } from "../aliases.ts";
import { replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Body } from "./interactive.ts";

/** Asks where somebody is, with a button to share it (Meta, "Location request messages"). */
export const locationRequest = messageType({
  type: "location_request",
  schema: strict({ body: Body, ...replyFields }),
  canonical: canonicalBody,
  addressed: true,
  examples: [{ body: "Where should the driver pick you up?" }],
});
