import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { BUDGETS } from "../../view-words.ts";
import type { Budget } from "./budget.tsx";

/** Whose messages a budget is for: of what kind, and which of them. */
export type Scoped = { scope: Budget["scope"]; id: string };

type ScopeFieldsProps = { value: Scoped; onChange: (value: Scoped) => void; error: string | null };

const NEWEST = { query: { limit: 100 } };

/** Chooses whose messages a budget is for, among what there is. */
export function ScopeFields({ value: { scope, id }, onChange, error }: ScopeFieldsProps) {
  const may = useMay();
  const needs = {
    ...{ channel: may("channels:read"), key: may("keys:manage") },
    ...{ user: may("users:manage"), broadcast: may("broadcasts:read") },
  };
  const channels = useAsk("GET /v1/channels", NEWEST, { enabled: scope === "channel" });
  const keys = useAsk("GET /v1/api-keys", NEWEST, { enabled: scope === "key" });
  const users = useAsk("GET /v1/users", NEWEST, { enabled: scope === "user" });
  const broadcasts = useAsk("GET /v1/broadcasts", NEWEST, { enabled: scope === "broadcast" });
  const found = {
    organization: undefined,
    channel: channels.data,
    key: keys.data,
    user: users.data,
    broadcast: broadcasts.data,
  };
  const scopes = (["organization", "channel", "key", "user", "broadcast"] as const).filter(
    (one) => one === "organization" || needs[one],
  );
  return (
    <>
      <Select
        label={BUDGETS.scope}
        options={scopes.map((one) => ({ value: one, label: BUDGETS.scopes[one] }))}
        value={scope}
        onChange={(scope) => onChange({ scope, id: "" })}
      />
      {scope !== "organization" && (
        <Select
          label={BUDGETS.which}
          options={(found[scope]?.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={id}
          onChange={(id) => onChange({ scope, id })}
          error={error}
        />
      )}
    </>
  );
}
