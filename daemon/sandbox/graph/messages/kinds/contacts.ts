import { Type } from "../../../../lib/typebox.ts";
import { invalidParameter } from "../../http/errors.ts";
import { strict } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";

const some = Type.Optional(Type.String());

const name = strict({
  formatted_name: Type.String({ minLength: 1 }),
  first_name: some,
  last_name: some,
  middle_name: some,
  prefix: some,
  suffix: some,
});

const address = strict({
  street: some,
  city: some,
  state: some,
  zip: some,
  country: some,
  country_code: some,
  type: some,
});

const contact = strict({
  name,
  addresses: Type.Optional(Type.Array(address)),
  birthday: Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" })),
  emails: Type.Optional(Type.Array(strict({ email: Type.String(), type: some }))),
  org: Type.Optional(strict({ company: some, department: some, title: some })),
  phones: Type.Optional(Type.Array(strict({ phone: Type.String(), type: some, wa_id: some }))),
  urls: Type.Optional(Type.Array(strict({ url: Type.String(), type: some }))),
});

export const contacts = defineKind("contacts", Type.Array(contact, { minItems: 1, maxItems: 5 }), (list) => {
  const bare = list.findIndex((entry) => Object.keys(entry.name).length < 2);
  if (bare === -1) return null;
  return invalidParameter(`Param contacts[${bare}]['name'] needs one more name besides formatted_name`);
});
