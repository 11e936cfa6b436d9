/** Clients that spend a budget until nothing is left of it. */
import type { BudgetEnd } from "../history/history.ts";
import { insist } from "./api.ts";
import { order } from "./sandbox.ts";
import { newSend, post, type Writing } from "./sending.ts";
import { must } from "./set-up.ts";
import type { LiveOrganization, World } from "./world.ts";

/** Nothing else has a price, so that nothing else counts. */
const PRICE = 0.1;
const CURRENCY = "EUR";
const TEMPLATE = { name: "offer", language: "en_US" };
const COMPONENTS = [{ type: "BODY", text: "News: {{1}}", example: { body_text: [["a sale"]] } }];

/** Makes a price, a marketing template, and a budget that has room for so many messages and half of one. */
export async function openBudget(world: World, organization: LiveOrganization, room: number): Promise<void> {
  const { key, label, channels } = organization;
  await must(world, key, "PUT", "/v1/rate-card", {
    currency: CURRENCY,
    prices: { "*": { marketing: PRICE } },
  });
  await order(world, "POST", "templates", { ...TEMPLATE, category: "MARKETING", components: COMPONENTS });
  await must(world, key, "POST", "/v1/templates/sync", { channel_id: channels[0]?.id });
  const amount = (room + 0.5) * PRICE;
  const limits = { scope: "organization", period: "month", currency: CURRENCY, amount, stop: "marketing" };
  const { id } = await must(world, key, "POST", "/v1/budgets", limits);
  world.history.budgets.push({ id, organization: label, price: PRICE, amount, spent: 0 });
}

/** A template that costs something; it is refused once the budget has no room. */
export async function buy(writing: Writing): Promise<void> {
  const send = newSend(writing, { isPaid: true });
  const components = [{ type: "body", parameters: [{ type: "text", text: send.text }] }];
  const template = { name: TEMPLATE.name, language: { code: TEMPLATE.language }, components };
  await post(writing, send, { type: "template", content: { template } });
}

// biome-ignore lint/suspicious/noExplicitAny: it reads records of every shape
type Row = any;

/** The text of a template's message is its only value. */
export function boughtText({ type, content }: Row): string | null {
  return type === "template" && content.template?.name === TEMPLATE.name
    ? content.template.components[0].parameters[0].text
    : null;
}

/** Records what is spent of a budget. */
export async function readBudget(world: World, { key }: LiveOrganization, one: BudgetEnd): Promise<void> {
  const answer = await insist(world, key, "GET", `/v1/budgets/${one.id}`);
  if (answer?.status === 200) one.spent = answer.body.spent;
}
