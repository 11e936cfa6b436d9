import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RowOf } from "../../api/call.ts";
import { money } from "../../parts/money.ts";
import type { Column } from "../../parts/table.tsx";
import type { Group } from "./question.ts";
import { COSTS } from "./words.ts";

type Sum = RowOf<"GET /v1/costs">;

/** The columns of sums by something; the first one leads to it. */
export function columnsBy(by: Group): readonly Column<Sum>[] {
  return [
    { name: COSTS.headings[by], cell: (sum) => <GroupOf by={by} sum={sum} />, isWhole: by === "day" },
    { name: COSTS.messages, cell: ({ messages }) => messages.toLocaleString("en"), isNumber: true },
    { name: COSTS.free, cell: ({ free }) => free.toLocaleString("en"), isNumber: true, isExtra: true },
    {
      name: COSTS.amount,
      cell: ({ amount, currency }) => (currency === null ? "–" : money(amount, currency)),
      isNumber: true,
    },
  ];
}

const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });
const DAYS = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** A day such as 2026-11-28. */
export function shownDay(day: string): string {
  return DAYS.format(new Date(day));
}

/** A country by its two letters. */
export function shownCountry(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (COUNTRIES.of(country) ?? country) : country;
}

function GroupOf({ by, sum: { group, name } }: { by: Group; sum: Sum }): ReactNode {
  if (group === null || group === "") return COSTS.none;
  if (by === "day") return shownDay(group);
  if (by === "category") return COSTS.categories[group] ?? group;
  if (by === "country") return shownCountry(group);
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
