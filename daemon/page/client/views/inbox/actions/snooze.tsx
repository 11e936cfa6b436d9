import { useState } from "react";
import { daemonNow } from "../../../api/clock.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Stack } from "../../../parts/fields/form.tsx";
import { exactTime } from "../../../parts/time.tsx";
import { laterTimes } from "../box/later/times.ts";
import { INBOX } from "../words.ts";

type SnoozeProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Takes when it opens again; null is when they write. */
  onChoose: (until: string | null) => void;
};

/** Until when a conversation is out of the way: it comes back by itself, and when the person writes before. */
export function Snooze({ isOpen, onClose, onChoose }: SnoozeProps) {
  const [picked, setPicked] = useState("");
  const choose = (until: Date | null) => {
    onClose();
    onChoose(until?.toISOString() ?? null);
  };
  const time = new Date(picked);
  return (
    <Dialog title={INBOX.snooze} isOpen={isOpen} onClose={onClose}>
      <Stack>
        {choices().map(([label, until]) => (
          <Button key={label} onPress={() => choose(until)}>
            {label} · {exactTime(until.toISOString())}
          </Button>
        ))}
        <Button onPress={() => choose(null)}>{INBOX.untilTheyWrite}</Button>
        <Field label={INBOX.untilPicked} type="datetime-local" value={picked} onChange={setPicked} />
        <Button kind="main" isDisabled={!(time.getTime() > daemonNow())} onPress={() => choose(time)}>
          {INBOX.snoozeUntilThen}
        </Button>
      </Stack>
    </Dialog>
  );
}

function choices(): readonly (readonly [label: string, until: Date])[] {
  const { inAnHour, tomorrow, monday } = laterTimes();
  return [
    [INBOX.inAnHour, inAnHour],
    [INBOX.tomorrow, tomorrow],
    [INBOX.monday, monday],
  ];
}
