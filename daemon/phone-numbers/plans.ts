/**
 * Numbering plans with their patterns compiled once. Each `POST /v1/messages` has a number, nearly always bare digits of a
 * plan that everybody knows: libphonenumber builds a dozen patterns anew for each, which took a sixth of a send's time.
 */
import { type CountryCode, Metadata, type NumberingPlan } from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";

/** What libphonenumber-js has in a plan beside what its types name; `tests/phone-numbers/plans` holds this against it. */
type PlanInside = NumberingPlan & {
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  type(name: string): { pattern(): string; possibleLengths(): number[] | undefined } | undefined;
};

type Plan = {
  /** What is dialled within the country alone: digits behind it may be left out. */
  prefix: RegExp | null;
  national: RegExp;
  kinds: { pattern: RegExp; lengths: readonly number[] | undefined }[];
};

const KINDS = [
  ...["FIXED_LINE", "MOBILE", "PREMIUM_RATE", "TOLL_FREE", "SHARED_COST", "VOIP"],
  ...["PERSONAL_NUMBER", "PAGER", "UAN", "VOICEMAIL"],
];
const LONGEST_CODE = 3;

/** Those of all countries with a calling code, by that code. Filled as they are needed. */
const plans = new Map<string, readonly Plan[]>();

/**
 * Whether digits are, as they stand, a number with its country code in a range that is assigned. False says nothing: the
 * library is asked then, which knows what digits are left out and how.
 */
export function isPlainlyAssigned(digits: string): boolean {
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const known = plansOf(digits.slice(0, length));
    if (known.length === 0) continue;
    const national = digits.slice(length);
    if (known.some(({ prefix }) => prefix?.test(national))) return false;
    return known.some((plan) => isIn(plan, national));
  }
  return false;
}

function isIn({ national, kinds }: Plan, digits: string): boolean {
  return (
    national.test(digits) &&
    kinds.some(({ pattern, lengths }) => (lengths?.includes(digits.length) ?? true) && pattern.test(digits))
  );
}

function plansOf(code: string): readonly Plan[] {
  const known = plans.get(code) ?? metadata.country_calling_codes[code]?.map(planOf) ?? [];
  plans.set(code, known);
  return known;
}

function planOf(country: CountryCode): Plan {
  const selected = new Metadata();
  selected.selectNumberingPlan(country);
  const plan = selected.numberingPlan as PlanInside;
  const prefix = plan.nationalPrefixForParsing();
  return {
    prefix: prefix ? new RegExp(`^(?:${prefix})`) : null,
    national: entirely(plan.nationalNumberPattern()),
    kinds: KINDS.flatMap((name) => {
      const kind = plan.type(name);
      return kind?.pattern() ? [{ pattern: entirely(kind.pattern()), lengths: kind.possibleLengths() }] : [];
    }),
  };
}

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
