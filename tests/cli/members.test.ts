/** Options that describe an object. */
import { expect, test } from "bun:test";
import { membersOf } from "../../cli/lib/values/members.ts";

test("members of members, in lists, and by names that objects inherit", () => {
  const members = membersOf(
    { option: "field", fields: ["a[b][c]=1", "a[b][d]=x", "l[]=1", "l[]=[2]", "__proto__[e]=true"] },
    { option: "raw-field", fields: ["t=5"], asText: true },
  );
  expect(JSON.stringify(members)).toBe(
    '{"a":{"b":{"c":1,"d":"x"}},"l":[1,[2]],"__proto__":{"e":true},"t":"5"}',
  );
  expect(Object.hasOwn(Object.prototype, "e")).toBe(false);
});

test.each(["a", "a[=1", "[b]=1", "=1"])("%p is no member", (field) => {
  expect(() => membersOf({ option: "field", fields: [field] })).toThrow();
});

test("long numbers are those of phones, and text", () => {
  const members = membersOf({ option: "field", fields: ["to=4915112345678", "n=123456789", "zero=007"] });
  expect({ ...members }).toEqual({ to: "4915112345678", n: 123456789, zero: "007" });
});

test("members in two forms are refused", () => {
  expect(() => membersOf({ option: "field", fields: ["a=1", "a[b]=2"] })).toThrow("given twice");
  expect(() => membersOf({ option: "field", fields: ["a[]=1", "a[b]=2"] })).toThrow("given twice");
});
