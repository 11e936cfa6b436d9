import { ShoppingCart } from "lucide-react";
import { money } from "../../../../languages/forms.ts";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import { LongText } from "../long-text.tsx";
import style from "../phone.module.css";
import { type Json, numberAt, objectsOf, textAt } from "../read.ts";

/** What somebody ordered, with the sum as far as there are prices of one currency, and their words. */
export function Order({ content }: Drawn) {
  const items = objectsOf(content.product_items);
  const count = items.length > 0 ? quantityOf(items) : numberAt(content, "item_count");
  const note = textAt(content, "text");
  const sum = sumOf(items);
  return (
    <>
      <span className={style.card}>
        <ShoppingCart aria-hidden size="1.25rem" />
        <span>
          <span className={style.title}>{PHONE.order(count)}</span>
          {sum !== null && <span className={style.small}>{sum}</span>}
        </span>
      </span>
      {items.length > 0 && (
        <ul className={style.rows}>
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same item may be there twice
            <li key={at}>
              <span>
                {amountOf(item)} × <bdi>{textAt(item, "name", "product_retailer_id") ?? PHONE.product}</bdi>
                <span className={style.small}>{priced(priceOf(item), item.currency)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {note !== null && <LongText>{note}</LongText>}
    </>
  );
}

/** Meta writes numbers as numbers or as texts. */
export function priceOf(item: Json): number {
  return Number(item.item_price ?? Number.NaN);
}

function amountOf(item: Json): number {
  const amount = Number(item.quantity ?? 1);
  return Number.isFinite(amount) ? amount : 1;
}

function quantityOf(items: readonly Json[]): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

function sumOf(items: readonly Json[]): string | null {
  const currencies = new Set(items.map(({ currency }) => currency));
  if (currencies.size !== 1) return null;
  const sum = items.reduce((before, item) => before + amountOf(item) * priceOf(item), 0);
  return priced(sum, [...currencies][0]);
}

/** An amount in a currency; null where one of them is none. */
export function priced(amount: number, currency: unknown): string | null {
  if (!Number.isFinite(amount) || typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return null;
  return money(amount, currency);
}
