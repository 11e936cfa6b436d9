/** The countries that the page offers are those whose numbers the daemon can read. */
import { expect, test } from "bun:test";
import { getCountries } from "libphonenumber-js/max";
import { COUNTRIES } from "../../../daemon/page/client/parts/fields/countries.ts";

test("each country whose numbers are known is offered, and no other", () => {
  expect(COUNTRIES).toEqual(getCountries().toSorted());
});
