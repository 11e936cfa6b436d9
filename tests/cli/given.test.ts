import { expect, test } from "bun:test";
import { given } from "../../cli/lib/values/given.ts";

test("only what is undefined is left out", () => {
  const members = { absent: undefined, none: null, no: false, empty: "", zero: 0, list: [] };
  expect(given(members)).toStrictEqual({ none: null, no: false, empty: "", zero: 0, list: [] });
});

test("the compiler knows what may be absent", () => {
  const name: string | undefined = process.env.NO_SUCH_NAME;
  const made: { id: string; name?: string } = given({ id: "ch_1", name });
  expect(made).toStrictEqual({ id: "ch_1" });
});
