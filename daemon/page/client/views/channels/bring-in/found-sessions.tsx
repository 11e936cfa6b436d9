import type { ResponseOf } from "../../../api/call.ts";
import field from "../../../parts/fields/field.module.css";
import { Select } from "../../../parts/fields/select.tsx";
import { sentence } from "../../../parts/problem.tsx";
import { CHANNELS } from "../../../view-words.ts";

export type Store = ResponseOf<"POST /v1/channels/session-stores">;

type FoundSessionsProps = { store: Store; chosen: string; onChoose: (name: string) => void };

/** What was found: one session is chosen of those that can be read, and what it lacks is said. */
export function FoundSessions({ store: { sessions }, chosen, onChoose }: FoundSessionsProps) {
  const readable = sessions.filter(({ problem }) => problem === null);
  const { missing = [] } = sessions.find(({ name }) => name === chosen) ?? {};
  return (
    <>
      {readable.length > 0 && (
        <Select
          label={CHANNELS.bringIn.found}
          options={readable.map(({ name, number, account_name }) => ({
            value: name,
            label: `+${number} · ${account_name ?? name}`,
          }))}
          value={chosen}
          onChange={onChoose}
        />
      )}
      <ul lang="en" dir="ltr">
        {sessions.map(
          ({ name, problem }) =>
            problem !== null && (
              <li key={name} className={field.error}>
                {sentence(`${name}: ${problem}`)}
              </li>
            ),
        )}
        {missing.map((words) => (
          <li key={words} className={field.hint}>
            {sentence(words)}
          </li>
        ))}
      </ul>
    </>
  );
}
