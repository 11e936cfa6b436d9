import { randomInt } from "node:crypto";
import { Value } from "@sinclair/typebox/value";
import { problem } from "../http/problem.ts";
import { Type } from "../lib/typebox.ts";

const PATIENCE_MS = 10_000;
const Made = Type.Object({ id: Type.String(), waba_id: Type.String(), access_token: Type.String() });

/** A number at the sandbox, and what a channel of it takes. */
export type SandboxNumber = {
  number: string;
  phone_number_id: string;
  waba_id: string;
  access_token: string;
};

/** Has the sandbox that plays the Graph API at `graphUrl` make one more number. Throws 503 when it does not. */
export async function addSandboxNumber(graphUrl: string): Promise<SandboxNumber> {
  // of the numbers that are not assigned, away from those that misbehave
  const number = `+1 555 9${randomInt(10, 100)} ${randomInt(1000, 10_000)}`;
  const made = await ask(new URL("/sandbox/phone_numbers", graphUrl), {
    display_phone_number: number,
    verified_name: number,
  });
  if (!Value.Check(Made, made)) throw unavailable("it made no number");
  return { number, phone_number_id: made.id, waba_id: made.waba_id, access_token: made.access_token };
}

/** What somebody does at the sandbox's number: writes a text, or sends something of a kind that it makes up. */
export type Customer = { from: string; name: string; text?: string; kind?: string };

const Heard = Type.Object({ id: Type.String() });
const Refused = Type.Object({ error: Type.Object({ message: Type.String() }) });

/** Has somebody write to a number of the sandbox; resolves with the message's id at Meta. Throws 503 when it does not. */
export async function playCustomer(
  graphUrl: string,
  phoneNumberId: string,
  customer: Customer,
): Promise<string> {
  const heard = await ask(new URL("/sandbox/inbound", graphUrl), {
    ...customer,
    phone_number_id: phoneNumberId,
  });
  if (!Value.Check(Heard, heard)) throw unavailable("nobody could write there");
  return heard.id;
}

async function ask(url: URL, body: object): Promise<unknown> {
  const answer: unknown = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then((response) => response.json())
    .catch((cause) => {
      throw unavailable("it did not respond", cause);
    });
  if (Value.Check(Refused, answer)) throw unavailable(answer.error.message);
  return answer;
}

function unavailable(why: string, cause?: unknown) {
  return problem(503, "sandbox_unavailable", `the sandbox can't be used: ${why}`, { cause });
}
