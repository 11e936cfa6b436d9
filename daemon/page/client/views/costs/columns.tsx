import type { ReactNode } from "react";
import { Link } from "wouter";
import { countryName, money, number, time } from "../../../languages/forms.ts";
import type { RowOf } from "../../api/call.ts";
import type { Column } from "../../parts/table.tsx";
import { COSTS } from "../../view-words.ts";
import type { Group } from "./question.ts";

type Sum = RowOf<"GET /v1/costs">;

/** The columns of sums by something; the first one leads to it. */
export function columnsBy(by: Group): readonly Column<Sum>[] {
  return [
    { name: COSTS.headings[by], cell: (sum) => <GroupOf by={by} sum={sum} />, isWhole: by === "day" },
    { name: COSTS.messages, cell: ({ messages }) => number(messages), isNumber: true },
    { name: COSTS.free, cell: ({ free }) => number(free), isNumber: true, isExtra: true },
    {
      name: COSTS.amount,
      cell: ({ amount, currency }) => (currency === null ? "–" : money(amount, currency)),
      isNumber: true,
    },
  ];
}

/** A day such as 2026-11-28. */
export function shownDay(day: string): string {
  return time(day, "date", "UTC");
}

/** A country by its two letters. */
export function shownCountry(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? countryName(country) : country;
}

/** An amount of money; a dash where it is not known. */
export function amountOf(amount: number | null, currency: string | null): string {
  return amount === null || currency === null ? "–" : money(amount, currency);
}

function GroupOf({ by, sum: { group, name } }: { by: Group; sum: Sum }): ReactNode {
  if (group === null || group === "") return COSTS.none;
  if (by === "day") return shownDay(group);
  if (by === "category") return COSTS.categories[group] ?? group;
  if (by === "country") return shownCountry(group);
  if (by === "account") return group;
  const href = placeOf(by, group);
  return href === null ? (name ?? group) : <Link href={href}>{name ?? group}</Link>;
}

/** Where the view of a group is. */
function placeOf(
  by: "channel" | "template" | "broadcast" | "contact" | "user" | "key",
  id: string,
): string | null {
  if (by === "channel") return `/channels/${id}`;
  if (by === "template") return `/templates?name=${encodeURIComponent(id)}`;
  if (by === "broadcast") return `/broadcasts/${id}`;
  if (by === "contact") return `/contacts/${id}`;
  if (by === "user") return `/settings/users/${id}`;
  return id.startsWith("key_") ? `/settings/keys/${id}` : null;
}
