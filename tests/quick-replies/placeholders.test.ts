/** The places of a quick reply's text that a person's fields fill. */
import { expect, test } from "bun:test";
import { fill, isField, placeholdersOf } from "../../daemon/quick-replies/placeholders.ts";

const ADA = {
  contact: { name: "Ada Lovelace", email: null, phone_number: "4915112345678", external_id: null },
  fields: { plan: "gold" },
};

test("each field is named once, without the spaces and words beside it", () => {
  expect(placeholdersOf("{{ name }} and {{name|you}}, {{custom.plan}} {{}} {not} {{a{b}}")).toEqual([
    "name",
    "custom.plan",
    "",
  ]);
});

test("fields are those of a contact, written whole", () => {
  const names = ["name", "first_name", "email", "phone_number", "external_id", "custom.plan"];
  expect(names.filter(isField)).toEqual(names);
  expect(["surname", "custom.", "custom", "my name", "names", ""].filter(isField)).toEqual([]);
});

test("a person's own values go before the words for others", () => {
  expect(fill("Hello {{first_name|there}}, {{custom.plan|none}}", ADA)).toEqual({
    text: "Hello Ada, gold",
    missing: [],
  });
});

test("who lacks a field gets the words beside it, and a place without words stays and is named once", () => {
  expect(fill("{{email|no address}} {{external_id}} {{external_id}}", ADA)).toEqual({
    text: "no address {{external_id}} {{external_id}}",
    missing: ["external_id"],
  });
});
