import type { BodyOf } from "../../api/call.ts";
import type { Hours } from "../hours/hours.ts";
import type { NamedTemplate } from "../templates/use-templates.ts";

/** What an agent's key is limited to, as the API has it. */
export type Agent = NonNullable<BodyOf<"POST /v1/api-keys">["agent"]>;

/** Who is asked for approvals on WhatsApp; without a template, nobody is invited. */
export type Approver = { channel_id: string; to: string; template: NamedTemplate | null };

export const LIMITS = [
  "messages_per_hour",
  "messages_per_day",
  "new_people_per_hour",
  "new_people_per_day",
  "money_per_hour",
  "money_per_day",
] as const;
export type Limit = (typeof LIMITS)[number];

/** A guard while it is written. */
export type Guard = {
  recipients: Agent["recipients"];
  /** Empty while none is chosen. */
  list: string;
  approval: NonNullable<Agent["approval"]>;
  atClient: boolean;
  approver: Approver | null;
  /** As they were typed; empty for none. */
  limits: Readonly<Record<Limit, string>>;
  currency: string;
  /** Null is all. */
  types: string[] | null;
  /** None is all. */
  templates: readonly string[];
  hours: Hours | null;
  /** What becomes of its answers while somebody else holds the conversation; null: they go. */
  whenHeld: Agent["when_held"] | null;
};

/** A guard with what changes it and what was refused of it. */
export type GuardProps = {
  guard: Guard;
  onChange: (part: Partial<Guard>) => void;
  /** What is wrong at a place of the guard, such as `/hours/zone`. */
  error: (path: string) => string | null;
};

/** What an agent is to be allowed, while it is chosen. */
export type AgentDraft = { permissions: string[]; guard: Guard };

/** Little to begin with: to people who wrote first, and no more than a person could read. */
const USUAL_GUARD: Guard = {
  ...{ recipients: "answered", list: "", approval: "new_people", atClient: false, approver: null },
  limits: {
    ...{ messages_per_hour: "30", messages_per_day: "", new_people_per_hour: "", new_people_per_day: "5" },
    ...{ money_per_hour: "", money_per_day: "" },
  },
  ...{ currency: "", types: null, templates: [], hours: null, whenHeld: "refuse" },
};

/** What an agent needs to read and to answer. */
export const USUAL_AGENT: AgentDraft = {
  permissions: ["messages:read", "messages:send", "channels:read"],
  guard: USUAL_GUARD,
};

/** The same as the API takes it. */
export function allowedBy({ permissions, guard }: AgentDraft) {
  return { permissions, agent: agentOf(guard) };
}

function agentOf(guard: Guard): Agent {
  const { recipients, list, types, templates, hours, whenHeld } = guard;
  return {
    recipients,
    ...(recipients === "list" && list !== "" && { list_id: list }),
    ...(types !== null && { types }),
    ...(templates.length > 0 && { templates: [...templates] }),
    ...limitsOf(guard),
    ...approvalOf(guard),
    ...(hours !== null && { hours }),
    ...(whenHeld && { when_held: whenHeld }),
  };
}

/** Whether anybody can be new to the number: who wrote to it is not. */
export function meetsNewPeople({ recipients }: Guard): boolean {
  return recipients !== "answered";
}

function limitsOf(guard: Guard): Partial<Agent> {
  const set = LIMITS.filter((name) => guard.limits[name] !== "").filter(
    (name) => meetsNewPeople(guard) || !name.startsWith("new_people"),
  );
  const limits = Object.fromEntries(set.map((name) => [name, Number(guard.limits[name])]));
  const currency = guard.currency.trim().toUpperCase();
  const hasMoney = set.some((name) => name.startsWith("money"));
  return { ...limits, ...(hasMoney && currency !== "" && { currency }) };
}

function approvalOf({ approval, atClient, approver }: Guard): Partial<Agent> {
  if (approval === "never") return { approval };
  return {
    approval,
    ...(atClient && { approval_at_client: true }),
    ...(approver !== null && { approval_to: approverOf(approver) }),
  };
}

function approverOf({ channel_id, to, template }: Approver): NonNullable<Agent["approval_to"]> {
  return { channel_id, to: to.replace(/[\s()-]/g, ""), ...(template !== null && { template }) };
}
