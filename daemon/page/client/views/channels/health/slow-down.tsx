import { useChange } from "../../../api/queries.ts";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { toast } from "../../../parts/toast.tsx";
import common from "../../../style/common.module.css";
import { HEALTH } from "../../../view-words.ts";
import style from "../channels.module.css";
import type { Channel } from "../states.ts";

const ROUTE = "PATCH /v1/channels/{id}";
/** What the switch sets; others can be set among the channel's settings. */
const USUAL = { below: 70, factor: 4 };

/** Whether a channel sends slower by itself while its health is bad. */
export function SlowDown({ channel: { id, settings } }: { channel: Channel }) {
  const slow_down = "slow_down" in settings ? (settings.slow_down ?? null) : null;
  const isOn = slow_down !== null;
  const save = useChange(ROUTE, { done: () => toast(isOn ? HEALTH.keepsPace : HEALTH.slowsDown) });
  const settled = { slow_down: isOn ? null : USUAL };
  const request = { path: { id }, body: { settings: settled } };
  const { below, factor } = slow_down ?? USUAL;
  return (
    <div className={style.switch}>
      <Checkbox isOn={isOn} isDisabled={save.isRunning} onChange={() => void save.run(request)}>
        {HEALTH.slowDown}
      </Checkbox>
      <AsCommand
        cli={`channels update ${id} --settings ${quoted(JSON.stringify(settled))}`}
        route={ROUTE}
        request={request}
      />
      <p className={common.quiet}>{HEALTH.slowDownText(below, factor)}</p>
      <ProblemNote problem={save.problem} />
    </div>
  );
}
