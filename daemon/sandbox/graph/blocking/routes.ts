import { Type } from "../../../lib/typebox.ts";
import type { Phone } from "../accounts/phone.ts";
import { failure } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";

const request = createValidator(
  strict({
    messaging_product: Type.Literal("whatsapp"),
    block_users: Type.Array(strict({ user: Type.String({ minLength: 1 }) }), { minItems: 1, maxItems: 1000 }),
  }),
);

const FAILED = failure(
  400,
  139100,
  "(#139100) Failed to block/unblock users",
  "Failed to block some users, see the block_users response list for details",
);

/** `POST` and `DELETE /{phone_number_id}/block_users`; the whole fails with one of them (Meta, "Block users"). */
export async function changeBlocks(exchange: Exchange, phone: Phone): Promise<Response> {
  const body = await readJson(exchange.request);
  if (!request.is(body)) return no(exchange, request.explain(body, ""));
  const { blocks, clock } = exchange.world;
  const isBlocking = exchange.request.method === "POST";
  const changed = body.block_users.map(({ user }) => {
    const person = user.replace(/^\+/, "");
    const isDone = isBlocking
      ? blocks.block(phone.id, person, clock.now())
      : blocks.unblock(phone.id, person);
    return { input: user, wa_id: person, isDone };
  });
  if (changed.some(({ isDone }) => !isDone)) return no(exchange, FAILED);
  const users = changed.map(({ input, wa_id }) => ({ input, wa_id }));
  return ok(exchange, {
    messaging_product: "whatsapp",
    block_users: isBlocking ? { added_users: users } : { removed_users: users },
  });
}
