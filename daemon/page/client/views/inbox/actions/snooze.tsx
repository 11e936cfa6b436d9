import { useState } from "react";
import { daemonNow } from "../../../api/clock.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Buttons, Stack } from "../../../parts/fields/form.tsx";
import { minuteTime } from "../../../parts/time.tsx";
import { INBOX } from "../../../view-words.ts";
import { laterTimes } from "../later-times.ts";

const CHOICES = [
  ["inAnHour", INBOX.inAnHour],
  ["tomorrow", INBOX.tomorrow],
  ["monday", INBOX.monday],
] as const;

type SnoozeProps = {
  /** The conversation. */
  id: string;
  onClose: () => void;
  /** Takes when it opens again; null is when they write. */
  onChoose: (until: string | null) => void;
};

/** Until when a conversation is out of the way: it comes back by itself, and when the person writes before. */
export default function Snooze({ id, onClose, onChoose }: SnoozeProps) {
  const [picked, setPicked] = useState("");
  const choose = (chosen: Date | null) => {
    onClose();
    onChoose(chosen?.toISOString() ?? null);
  };
  const time = new Date(picked);
  const until = Number.isNaN(time.getTime()) ? null : time.toISOString();
  const times = laterTimes();
  return (
    <Dialog title={INBOX.snooze} isOpen onClose={onClose}>
      <Stack>
        {CHOICES.map(([name, label]) => (
          <Button key={name} onPress={() => choose(times[name])}>
            {label} · {minuteTime(times[name])}
          </Button>
        ))}
        <Button onPress={() => choose(null)}>{INBOX.untilTheyWrite}</Button>
        <Field label={INBOX.untilPicked} type="datetime-local" value={picked} onChange={setPicked} />
        <Button kind="main" isDisabled={!(time.getTime() > daemonNow())} onPress={() => choose(time)}>
          {INBOX.snoozeUntilThen}
        </Button>
        <Buttons>
          <AsCommand
            cli={`conversations update ${id} ${until === null ? "--status snoozed" : `--until ${until}`}`}
            route="PATCH /v1/conversations/{id}"
            request={{ path: { id }, body: { status: "snoozed", snoozed_until: until } }}
          />
        </Buttons>
      </Stack>
    </Dialog>
  );
}
