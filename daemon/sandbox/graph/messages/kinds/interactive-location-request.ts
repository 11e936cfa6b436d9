import { Type } from "../../../../lib/typebox.ts";
import { strict } from "../../http/schema.ts";
import { bodyText } from "./interactive.ts";
import { defineKind } from "./kind.ts";

export const interactiveLocationRequest = defineKind(
  "interactive.location_request_message",
  strict({
    type: Type.Literal("location_request_message"),
    body: bodyText(),
    action: strict({ name: Type.Literal("send_location") }),
  }),
);
