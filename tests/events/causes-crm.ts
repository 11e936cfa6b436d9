import type { TestDaemon } from "../support/daemon.ts";
import type { Cause } from "./causes.ts";

/** Causes of the events of the CRM's records. */
export function crmCauses(waypost: TestDaemon): Record<string, Cause> {
  const post = async (path: string, body: object = {}) => (await waypost.call("POST", path, body)).body;
  const record = (fields: object) => post("/v1/crm/records", fields);
  const company = async () => (await record({ kind: "company", name: "Blue Door" })).id;
  const contact = async (phone_number: string) => (await post("/v1/contacts", { phone_number })).id;
  return {
    "crm.record.created": async () => [await company(), await contact("+14155556010")],
    "crm.record.updated": async () =>
      waypost.call("PATCH", `/v1/crm/records/${await company()}`, { name: "Red Door" }),
    "crm.record.deleted": async () => {
      await waypost.call("DELETE", `/v1/crm/records/${await company()}`);
      const [kept, gone] = [await contact("+14155556011"), await contact("+14155556012")];
      await post(`/v1/contacts/${kept}/merge`, { contact_id: gone });
      await waypost.call("DELETE", `/v1/contacts/${kept}`);
    },
    "crm.deal.stage_changed": async () => {
      const stages = ["new", "won"].map((name) => ({ name, outcome: "open" }));
      const { id: pipeline_id } = await post("/v1/crm/pipelines", { name: "Sales", stages });
      const deal = await record({ kind: "deal", name: "Machines", pipeline_id });
      await waypost.call("PATCH", `/v1/crm/records/${deal.id}`, { stage: "won" });
    },
    "crm.task.completed": async () => {
      const task = await record({ kind: "task", name: "Call back" });
      await waypost.call("PATCH", `/v1/crm/records/${task.id}`, { completed: true });
    },
    "crm.comment.created": async () => post(`/v1/crm/records/${await company()}/comments`, { body: "Hm" }),
    "crm.comment.deleted": async () => {
      const path = `/v1/crm/records/${await company()}/comments`;
      await waypost.call("DELETE", `${path}/${(await post(path, { body: "Hm" })).id}`);
    },
    "crm.list.entry_added": async () => {
      const { id } = await post("/v1/crm/lists", { name: "Wholesale" });
      await post(`/v1/crm/lists/${id}/entries`, { record_ids: [await company()] });
    },
    "crm.list.entry_removed": async () => {
      const { id } = await post("/v1/crm/lists", { name: "Wholesale" });
      const [entry, other] = [await company(), await company()];
      await post(`/v1/crm/lists/${id}/entries`, { record_ids: [entry, other] });
      await waypost.call("DELETE", `/v1/crm/lists/${id}/entries/${entry}`);
      await waypost.call("DELETE", `/v1/crm/lists/${id}`);
    },
    "crm.relationship.linked": async () => {
      const link = { type: "owns", related_record_id: await company() };
      await post(`/v1/crm/records/${await company()}/relationships`, link);
    },
    "crm.relationship.unlinked": async () => {
      const [first, second] = [await company(), await company()];
      const path = `/v1/crm/records/${first}/relationships`;
      const link = { type: "owns", related_record_id: second };
      await waypost.call("DELETE", `${path}/${(await post(path, link)).id}`);
      await post(path, link);
      await waypost.call("DELETE", `/v1/crm/records/${second}`);
    },
  };
}
