import { errorAt, type Problem } from "../../api/problem.ts";
import { Field } from "../../parts/fields/field.tsx";
import { NamesField } from "../../parts/fields/names-field.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { PROVIDER, USERS } from "../../view-words.ts";
import type { Changes, Provider } from "./provider.ts";

type Role = Provider["roles"][string];
const NOBODY = "none";

type RoleFieldsProps = {
  now: Pick<Provider, "groups_claim" | "roles" | "default_role">;
  onChange: (changes: Changes) => void;
  problem: Problem | null;
};

/** Which role people have: by their groups, if the provider tells them, and that of all others. */
export function RoleFields({
  now: { groups_claim, roles, default_role },
  onChange,
  problem,
}: RoleFieldsProps) {
  const groupsOf = (role: string) => Object.keys(roles).filter((group) => roles[group] === role);
  const give = (role: Role, groups: readonly string[]) => {
    const others = Object.entries(roles).filter(([, given]) => given !== role);
    onChange({ roles: Object.fromEntries([...others, ...groups.map((group) => [group, role])]) });
  };
  return (
    <>
      <Field
        label={PROVIDER.groupsClaim}
        hint={PROVIDER.groupsClaimHint}
        value={groups_claim ?? ""}
        onChange={(claim) => onChange({ groups_claim: claim === "" ? null : claim })}
        error={errorAt(problem, "groups_claim")}
        placeholder="groups"
      />
      {groups_claim !== null &&
        USERS.roles.map(({ value, label }) => (
          <NamesField
            key={value}
            label={PROVIDER.groupsOf(label)}
            hint={PROVIDER.groupsHint}
            names={groupsOf(value)}
            onChange={(groups) => give(value as Role, groups)}
            error={null}
          />
        ))}
      <Select
        label={PROVIDER.defaultRole}
        options={[{ value: NOBODY, label: PROVIDER.nobody }, ...USERS.roles]}
        value={default_role ?? NOBODY}
        onChange={(role) => onChange({ default_role: role === NOBODY ? null : role } as Changes)}
        error={errorAt(problem, "default_role")}
      />
    </>
  );
}
