/**
 * Prints how written phone numbers are read: totals by country, and with `--each` every spelling that is refused or wrong.
 * The spellings and their right values are made from the examples of Google's libphonenumber.
 */
import { COUNTRIES, foreignIn, spellingsOf } from "./corpus.ts";
import { type Totals, totalsOf } from "./totals.ts";

const byCountry = COUNTRIES.map((country) => ({
  country,
  ...totalsOf([...spellingsOf(country), ...foreignIn(country)]),
}));
for (const { country, ...totals } of byCountry) print(country, totals);
print("all", {
  right: byCountry.reduce((sum, { right }) => sum + right, 0),
  refused: byCountry.flatMap(({ refused }) => refused),
  wrong: byCountry.flatMap(({ wrong }) => wrong),
});

function print(name: string, { right, refused, wrong }: Totals): void {
  const all = right + refused.length + wrong.length;
  const share = ((refused.length / all) * 100).toFixed(2);
  say(
    `${name}: ${all} spellings, ${right} right, ${refused.length} refused (${share} %), ${wrong.length} wrong`,
  );
  if (name === "all" || !process.argv.includes("--each")) return;
  for (const { text, form, number } of refused) say(`  refused: ${text} (${form}, ${number})`);
  for (const { text, form, number } of wrong) say(`  wrong: ${text} (${form}, ${number})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
