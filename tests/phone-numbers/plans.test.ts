/** The quick look at digits agrees with the library wherever it says anything. */
import { expect, test } from "bun:test";
import { getCountries, getCountryCallingCode, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { international } from "../../daemon/phone-numbers/metadata.ts";
import { isPlainlyAssigned } from "../../daemon/phone-numbers/plans.ts";

/** Numbers of every country: an example, and that with each digit put to each other one, left out, or doubled. */
function* nearExamples(): Generator<string> {
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    const national = getExampleNumber(country, examples)?.nationalNumber ?? "";
    yield `${code}0${national}`;
    yield `${code}${code}${national}`;
    for (let at = 0; at < national.length; at++) {
      const [before, after] = [national.slice(0, at), national.slice(at + 1)];
      yield `${code}${before}${after}`;
      for (let digit = 0; digit <= 9; digit++) {
        yield `${code}${before}${digit}${after}`;
        yield `${code}${before}${digit}${national.slice(at)}`;
      }
    }
  }
}

test("digits that it takes are the library's number, with every digit, and assigned", () => {
  const taken = [...new Set(nearExamples())].filter(isPlainlyAssigned);
  const wrong = taken.filter((digits) => {
    const number = international(digits);
    return number?.number !== `+${digits}` || !number.isValid();
  });
  expect([taken.length > 10_000, wrong]).toEqual([true, []]);
});

test("digits that the country dials within itself alone are left to the library, which leaves them out", () => {
  // 8 10 is how Belarus dials abroad
  const digits = "3758108432092";
  expect([isPlainlyAssigned(digits), international(digits)?.number]).toEqual([false, "+375108432092"]);
});

test("it takes an ordinary mobile number of nearly every country", () => {
  const mobiles = getCountries().flatMap(
    (country) => getExampleNumber(country, examples)?.number.slice(1) ?? [],
  );
  const left = mobiles.filter((digits) => !isPlainlyAssigned(digits));
  expect(left.length / mobiles.length).toBeLessThan(0.1);
});
