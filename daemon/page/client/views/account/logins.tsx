import { X } from "lucide-react";
import type { RowOf } from "../../api/call.ts";
import { useChange, useList } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button, IconButton } from "../../parts/button.tsx";
import { Buttons } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { ACCOUNT } from "../../view-words.ts";
import style from "./account.module.css";

type Login = RowOf<"GET /v1/auth/logins">;

/** Where somebody is logged in, and the end of that. */
export function Logins() {
  const list = useList("GET /v1/auth/logins", { query: {} });
  const end = useChange("DELETE /v1/auth/logins/{id}", { done: () => toast(ACCOUNT.ended) });
  const others = useChange("DELETE /v1/auth/logins", { done: () => toast(ACCOUNT.othersEnded) });
  const columns: readonly Column<Login>[] = [
    {
      name: ACCOUNT.browser,
      cell: (login) => (login.current ? `${nameOf(login)} (${ACCOUNT.thisOne})` : nameOf(login)),
    },
    { name: ACCOUNT.address, cell: ({ address }) => address ?? ACCOUNT.unknown, isExtra: true },
    {
      name: ACCOUNT.factors,
      cell: ({ factor }) => (factor === null ? "–" : kindName(factor)),
      isExtra: true,
    },
    { name: ACCOUNT.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
    { name: ACCOUNT.expires, cell: ({ expires_at }) => <Time at={expires_at} />, isExtra: true },
    {
      name: ACCOUNT.end,
      cell: (login) =>
        !login.current && (
          <IconButton
            label={ACCOUNT.endLogin(nameOf(login))}
            icon={X}
            onPress={() => void end.run({ path: { id: login.id } })}
          />
        ),
    },
  ];
  return (
    <section className={style.part} aria-labelledby="logins">
      <h2 id="logins">{ACCOUNT.logins}</h2>
      <ProblemNote problem={end.problem ?? others.problem} />
      <Table
        label={ACCOUNT.logins}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        empty={<p>{ACCOUNT.noLogins}</p>}
      />
      <Buttons>
        <AsCommand cli="logins list" route="GET /v1/auth/logins" request={{ query: {} }} />
        <Button onPress={() => void others.run({ query: { keep_current: true } })} isBusy={others.isRunning}>
          {ACCOUNT.endOthers}
        </Button>
      </Buttons>
    </section>
  );
}

function kindName(kind: string): string {
  return new Map(Object.entries(ACCOUNT.factorKinds)).get(kind) ?? kind;
}

/** The browser and system of what a program says of itself, as far as they are known; else its first words. */
function nameOf({ user_agent }: Login): string {
  if (user_agent === null) return ACCOUNT.unknown;
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(user_agent);
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(user_agent);
  if (browser === null || system === null) return user_agent.split(" ")[0]?.slice(0, 64) ?? ACCOUNT.unknown;
  const name = { Edg: "Edge", OPR: "Opera" }[browser[1] ?? ""] ?? browser[1];
  return `${name} ${browser[2]}, ${system[1]?.replace(" OS X", "")}`;
}
