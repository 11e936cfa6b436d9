import type { Client } from "../../../lib/api/client.ts";
import { textIn, textsIn } from "../read/given.ts";
import { type Chatwoot, type Json, listIn } from "./api.ts";

/** A contact's number; null where Chatwoot has none of WhatsApp's. */
export function phoneOf(contact: Json | null): string | null {
  const given = textIn(contact, "phone_number")?.replaceAll(/[^\d+]/g, "") ?? "";
  return /^\+\d{5,20}$/.test(given) ? given : null;
}

/** Moves a contact's labels and notes, those that are not there yet. Returns how many notes are new. */
export async function moveDetails(
  { client, chatwoot }: { client: Client; chatwoot: Chatwoot },
  contact: Json,
  phone: string,
): Promise<number> {
  const id = Number(contact.id);
  const labels = textsIn({ labels: await payloadOf(chatwoot, `contacts/${id}/labels`) }, "labels");
  const notes = listIn(await chatwoot.get(`contacts/${id}/notes`)).flatMap(
    (note) => textIn(note, "content")?.slice(0, LONGEST_NOTE) ?? [],
  );
  if (labels.length === 0 && notes.length === 0) return 0;
  const { id: contactId } = await client.call("POST /v1/contacts", {
    body: { phone_number: phone, ...(labels.length === 0 ? {} : { tags: tagsOf(labels) }) },
  });
  const path = { id: contactId };
  const { data } = await client.call("GET /v1/contacts/{id}/notes", { path, query: { limit: 100 } });
  const known = new Set(data.map(({ body }) => body));
  const fresh = [...new Set(notes)].filter((body) => !known.has(body));
  for (const body of fresh) await client.call("POST /v1/contacts/{id}/notes", { path, body: { body } });
  return fresh.length;
}

const LONGEST_NOTE = 10_000;
const LONGEST_TAG = 64;
const MOST_TAGS = 50;

export function tagsOf(labels: readonly string[]): string[] {
  return [...new Set(labels.map((label) => label.slice(0, LONGEST_TAG)))].slice(0, MOST_TAGS);
}

async function payloadOf(chatwoot: Chatwoot, path: string): Promise<unknown> {
  const answer = await chatwoot.get(path);
  return typeof answer === "object" && answer !== null ? Reflect.get(answer, "payload") : [];
}
