import type { Contact } from "../../lib/api/types/contacts.ts";
import type { Cli } from "../../lib/command/cli.ts";

/** The contact that an argument names: an id, or a number in any form. */
export async function findContact(cli: Cli, named: string): Promise<Contact> {
  const client = await cli.client();
  return isId(named)
    ? await client.call("GET /v1/contacts/{id}", { path: { id: named } })
    : await client.call("GET /v1/contacts/phone/{phone}", { path: { phone: named } });
}

/** The id of the contact that an argument names. */
export async function contactId(cli: Cli, named: string): Promise<string> {
  return isId(named) ? named : (await findContact(cli, named)).id;
}

function isId(named: string): boolean {
  return named.startsWith("ct_");
}
