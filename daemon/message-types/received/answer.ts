/** The type `interactive`: what somebody chose, allowed or picked from the business's catalog. */
import { isObject, objects } from "../../lib/objects.ts";

type Json = Record<string, unknown>;
type Words = [what: string, said?: string, between?: string];

/** The answer to a request to call; null for every other answer. */
export function permissionWords({ call_permission_reply: reply }: Json): Words | null {
  if (!isObject(reply)) return null;
  if (reply.response !== "accept") return ["Allows no calls"];
  const seconds = Number(reply.expiration_timestamp);
  const isLimited = reply.is_permanent !== true && Number.isFinite(seconds) && seconds > 0 && seconds < 1e11;
  return isLimited ? ["Allows calls until", dayOf(seconds), " "] : ["Allows calls"];
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The products of a catalog that somebody sent, with their prices, and what was said of them; null for no products. */
export function productWords({ type, products, body }: Json): Words | null {
  if (!Array.isArray(products)) return null;
  const named = objects(products).map(nameOf).join(", ");
  const several = products.length > 1 ? "Products" : "Product";
  const said = [named, readable(body)].filter((one) => one !== null && one !== "");
  return [type === "catalog_message" ? "Catalog" : several, said.join(" · ")];
}

/** By its name or else the business's own id, and with its price if that is known. */
function nameOf({ name, product_retailer_id, price, item_price, currency }: Json): string {
  const amount = readable(price ?? item_price);
  const cost = [amount, price === undefined ? readable(currency) : null].filter((one) => one !== null);
  const shown = readable(name) ?? readable(product_retailer_id) ?? "?";
  return amount === null ? shown : `${shown} (${cost.join(" ")})`;
}

function readable(value: unknown): string | null {
  return typeof value === "number" || (typeof value === "string" && value !== "") ? String(value) : null;
}
