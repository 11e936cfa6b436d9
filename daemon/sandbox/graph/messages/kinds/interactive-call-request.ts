import { Type } from "../../../../lib/typebox.ts";
import { strict } from "../../http/schema.ts";
import { bodyText } from "./interactive.ts";
import { defineKind } from "./kind.ts";

export const interactiveCallRequest = defineKind(
  "interactive.call_permission_request",
  strict({
    type: Type.Literal("call_permission_request"),
    body: Type.Optional(bodyText()),
    action: strict({ name: Type.Literal("call_permission_request") }),
  }),
);
