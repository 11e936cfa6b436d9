import { readAudienceContacts } from "../../db/broadcasts/audience.ts";
import type { BroadcastRow } from "../../db/broadcasts/broadcasts.ts";
import type { Sql } from "../../db/connection/client.ts";
import { findNamed } from "../../db/messages/recipients.ts";
import { type Person, personOf } from "../contacts/field-of.ts";
import type { Caller } from "../http/caller.ts";
import { digitsAt } from "../http/digits-at.ts";
import { type BatchItem, sendBatch } from "../messages/accept/batch.ts";
import type { Parameter } from "./plan/parameter.ts";
import { readPlan } from "./plan/plan.ts";
import { componentsFor } from "./template/components.ts";
import { checkedRoutes, type Route, type TemplateDependencies } from "./template/definition.ts";
import { mapParameters } from "./template/map-parameters.ts";

/**
 * Sends the message of a broadcast to some numbers of one's own, as ordinary messages that count nowhere: with the
 * fields of the contacts that have these numbers, and with the names of fields in brackets where there are none. Throws
 * 422 for what can't be a number, and for a template that is not fit.
 */
export async function sendTest(
  dependencies: TemplateDependencies,
  caller: Caller,
  row: BroadcastRow,
  to: readonly string[],
): Promise<BatchItem[]> {
  const { template } = readPlan(row);
  const [route] = await checkedRoutes(dependencies, row);
  const parameters = mapParameters(template.parameters ?? {}, named);
  const numbers = to.map((number, index) => digitsAt(`/to/${index}`, number));
  const messages = await Promise.all(
    numbers.map(async (number) => {
      const person = await personAt(dependencies.sql, route, number);
      const components = componentsFor(parameters, route.definition, person);
      const content = { name: template.name, language: { code: template.language }, components };
      return { channel_id: route.channel.id, to: number, type: "template", content: { template: content } };
    }),
  );
  return (await sendBatch(dependencies, caller, messages, null)).data;
}

function named(parameter: Parameter): Parameter {
  if (typeof parameter === "string") return parameter;
  return { fallback: `[${parameter.field}]`, ...parameter };
}

/** The values of the person with a number. */
async function personAt(sql: Sql, { channel }: Route, number: string): Promise<Person> {
  const { organization_id: organizationId, id: channelId } = channel;
  const names = { phone: number, userId: null, userName: null, contactId: null, conversationId: null };
  const { by_phone: id } = await findNamed(sql, organizationId, names, channelId);
  const query = {
    organizationId,
    channelId,
    asksAhead: false,
    isMarketing: false,
    before: null,
    sentBy: null,
  };
  const [contact] = await readAudienceContacts(sql, query, id === null ? [] : [id]);
  if (contact !== undefined) return personOf(contact);
  const nobody = { name: null, email: null, external_id: null };
  return { contact: { ...nobody, phone_number: `+${number}` }, fields: {} };
}
