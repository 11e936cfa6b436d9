import { SANDBOX_DEFAULTS } from "../../../../daemon/sandbox/graph/defaults.ts";
import { type Json, openSandbox, text, wamidOf } from "../support.ts";

export const OTHER_NUMBER = {
  ...{ id: "7007", wabaId: "8008", displayPhoneNumber: "+55 11 4004-0100", verifiedName: "Other" },
};
export const WABA = SANDBOX_DEFAULTS.phoneNumber.wabaId;

/** A card as Meta publishes it, with round numbers. */
export const RATES = `"Cost per message in USD, effective October 1, 2026",,,,,,
Market,Currency,Marketing,Utility,Authentication,"Authentication-
International",Service
Brazil,$US,0.0625,0.0068,0.0068,n/a,0.0068
India,$US,0.0118,0.0014,0.0014,0.0304,0.0014
North America,$US,0.0250,0.0034,0.0034,n/a,0.0034
Rest of Latin America,$US,0.0740,0.0113,0.0113,n/a,0.0113
Other,$US,0.0604,0.0077,0.0077,n/a,0.0077
`;
export const TIERS = `Market,Currency,Category,From,To,Rate
Rest of Latin America,$US,Utility,0,2,0.0113
Rest of Latin America,$US,Utility,3,4,0.0100
Rest of Latin America,$US,Utility,5,,0.0090
India,$US,Authentication,0,1,0.0014
India,$US,Authentication,2,,0.0010
India,$US,Authentication-International,0,1,0.0304
India,$US,Authentication-International,2,,0.0200
`;

export const PEOPLE = {
  ...{ india: "919876543210", brazil: "5511961234567", bolivia: "59171234567", costaRica: "50683123456" },
  ...{ canada: "16135550123", usa: "12125550123", germany: "4915112345678" },
};

const BODY = [{ type: "BODY", text: "Hello" }];
export const CATEGORIES = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;

export type Line = Json & {
  day: string;
  country: string;
  category: string;
  messages: number;
  amount: number;
};
export type Invoice = { total: number; lines: Line[]; currency: string; time_zone: string };

/** A sandbox of two accounts with rates, and a template of each category. */
export async function openBilling() {
  const phoneNumbers = [SANDBOX_DEFAULTS.phoneNumber, OTHER_NUMBER];
  const timings = { sentMs: 1, deliveredMs: 2, readMs: 3 };
  const sandbox = await openSandbox({ phoneNumbers, timings });
  await sandbox.control("PUT", "rates", { rates: RATES, tiers: TIERS });
  for (const category of CATEGORIES)
    await sandbox.control("POST", "templates", template(category.toLowerCase(), category));
  return {
    ...sandbox,
    /** Sends and waits for the reports, of which there are `count`; gives their status and pricing, in order. */
    async sendAndWait(content: Json, to: string, count = 3, from?: string) {
      const wamid = wamidOf(await sendFrom(sandbox, content, to, from));
      const own = () => sandbox.receiver.statuses().filter(({ id }) => id === wamid);
      await sandbox.receiver.until(() => own().length >= count);
      return own();
    },
    async invoice(wabaId = WABA, month?: string): Promise<Invoice> {
      const when = month === undefined ? "" : `&month=${month}`;
      const { body } = await sandbox.control("GET", `invoice?waba_id=${wabaId}${when}`);
      return body as Invoice;
    },
  };
}

export type Billing = Awaited<ReturnType<typeof openBilling>>;

function sendFrom(
  sandbox: Awaited<ReturnType<typeof openSandbox>>,
  content: Json,
  to: string,
  from?: string,
) {
  if (from === undefined) return sandbox.send(content, to);
  return sandbox.graph("POST", `${from}/messages`, { messaging_product: "whatsapp", to, ...content });
}

function template(name: string, category: string): Json {
  return { name, language: "en", category, components: BODY };
}

/** A message with the template of a category, or a text for `service`. */
export function messageOf(category: string): Json {
  if (category === "service") return text();
  return { type: "template", template: { name: category, language: { code: "en" } } };
}
