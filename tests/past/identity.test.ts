/** What somebody goes by in their chat is the same for messages of the past, which name it, and for people, of whom SQL chooses it. */
import { expect, test } from "bun:test";
import { asInput } from "../../daemon/past/input.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { past, someone } from "./support.ts";

const waypost = sharedDaemon();
const IDS = { phone: "491700000001", lid: "187240155021834", bsuid: "US.201" };

test.each([
  ["phone", "lid", "bsuid"],
  ["phone", "bsuid"],
  ["lid", "bsuid"],
  ["phone"],
  ["lid"],
  ["bsuid"],
] as const)("of somebody with %p and perhaps more", async (...known) => {
  const of = (type: keyof typeof IDS) => (known.some((one) => one === type) ? IDS[type] : null);
  const person = { phone: of("phone"), lid: of("lid"), bsuid: of("bsuid") };
  const { identity_type: type, identity_value: value } = asInput(past("A", someone(person.phone, person)));
  const [row] =
    await waypost.sql`select * from first_identity(${person.phone}, ${person.lid}, ${person.bsuid})`;
  expect({ ...row }).toEqual({ type, value });
});
