import { Type } from "../../../../lib/typebox.ts";
import { strict, wamid } from "../../http/schema.ts";
import { createValidator } from "../../http/validate.ts";

/** The read receipt, which shares the messages endpoint (`MarkMessageRequestPayload` in Meta's OpenAPI file). */
export const readReceipt = createValidator(
  strict({
    messaging_product: Type.Literal("whatsapp"),
    status: Type.Literal("read"),
    message_id: wamid,
    typing_indicator: Type.Optional(strict({ type: Type.Literal("text") })),
  }),
);
