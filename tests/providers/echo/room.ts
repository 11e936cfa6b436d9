import { type Static, Type } from "../../../daemon/lib/typebox.ts";
import type { AccountForm } from "../../../daemon/providers/account-form.ts";

const Body = Type.Object({ room: Type.String({ maxLength: 64, description: "Where the echo is heard" }) });

/** An echo needs a room and no token. */
export const ROOM: AccountForm = {
  body: Body.properties,
  required: ["room"],
  number: "room",
  example: { room: "cave" },
  read: (body) => ({ phoneNumberId: (body as Static<typeof Body>).room }),
  record: { room: Type.String() },
  show: ({ phone_number_id }) => ({ room: phone_number_id }),
};
