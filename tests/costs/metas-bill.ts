/**
 * What Meta charges, by its pages of prices, groups and codes abroad: a ledger that shares no code with ours. Amounts are in
 * ten-thousandths of a euro, so that sums are exact.
 */
export type Kind = "answer" | "of_ad" | "utility" | "marketing" | "code" | "code_abroad" | "group";

/** What is charged for one person. */
export type Line = {
  person: string;
  day: string;
  country: string;
  category: string;
  type: string;
  cents: number;
};

/** By country and category; utility messages become cheaper after so many of a month, to people alone. */
export type Rates = Record<string, Record<string, number>> & {
  utilityAfter: { messages: number; cents: number };
};

const FREE_ANSWERS = 1000;
/** Meta's groups pay what each of their people pays alone. */
const ALONE: Readonly<Record<string, string>> = { group_marketing: "marketing" };

/**
 * `ratesOn` has the rates of a day; codes to India cost more from `abroadSince` on; `answers` were delivered in each month
 * before the first of these.
 */
export function metasBill(ratesOn: (day: string) => Rates, abroadSince: string, answers: number) {
  const counts = new Map<string, number>();
  const lines: Line[] = [];
  const next = (key: string, before = 0) => {
    counts.set(key, (counts.get(key) ?? before) + 1);
    return counts.get(key) ?? 0;
  };

  function lineOf(kind: Kind, person: string, day: string): Line {
    const country = person.startsWith("91") ? "IN" : person.startsWith("55") ? "BR" : "DE";
    const month = day.slice(0, 7);
    const rates = ratesOn(day);
    const charged = (category: string, cents = rates[country]?.[ALONE[category] ?? category] ?? 0): Line => ({
      ...{ person, day, country, category, type: "regular", cents },
    });
    if (kind === "of_ad") return { ...charged("service", 0), type: "free_entry_point" };
    if (kind === "answer")
      return next(`answers ${month}`, answers) <= FREE_ANSWERS
        ? { ...charged("service", 0), type: "free_customer_service" }
        : charged("service");
    if (kind === "utility") {
      const { messages, cents } = rates.utilityAfter;
      return next(`utility ${month} ${country}`) > messages ? charged("utility", cents) : charged("utility");
    }
    if (kind === "code_abroad")
      return charged(day < abroadSince ? "authentication" : "authentication_international");
    return charged(kind === "code" ? "authentication" : kind === "group" ? "group_marketing" : "marketing");
  }

  return {
    lines,
    /** Delivers a message to its people, who are several only in a group. */
    deliver(kind: Kind, people: readonly string[], day: string): Line[] {
      const made = people.map((person) => lineOf(kind, person, day));
      lines.push(...made);
      return made;
    },
  };
}
