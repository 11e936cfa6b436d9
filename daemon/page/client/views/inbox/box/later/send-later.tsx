import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { daemonNow } from "../../../../api/clock.ts";
import { Dialog } from "../../../../parts/dialog.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Form } from "../../../../parts/fields/form.tsx";
import { localTime } from "../../../../parts/local-time.ts";
import { Menu } from "../../../../parts/menu.tsx";
import { BOX } from "../words.ts";
import { laterTimes } from "./times.ts";

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** Sends what is written at a later time, which is chosen in a menu. */
export function SendLater({ onSend }: { onSend: (at: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  // a new menu for each minute would close it while it is read
  const [times, setTimes] = useState(() => laterTimes());
  const at = (time: Date) => () => onSend(time.toISOString());
  return (
    <span onPointerDown={() => setTimes(laterTimes())}>
      <Menu
        label={BOX.later}
        entries={[
          { label: BOX.inAnHour(TIME.format(times.inAnHour)), onPress: at(times.inAnHour) },
          { label: BOX.tomorrow(TIME.format(times.tomorrow)), onPress: at(times.tomorrow) },
          { label: BOX.nextMonday(TIME.format(times.monday)), onPress: at(times.monday) },
          { label: BOX.pickTime, onPress: () => setOpen(true) },
        ]}
      >
        <CalendarClock aria-hidden size={16} />
      </Menu>
      <Dialog title={BOX.later} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PickTime
          onPick={(time) => {
            setOpen(false);
            onSend(time);
          }}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </span>
  );
}

type PickTimeProps = { onPick: (at: string) => void; onCancel: () => void };

function PickTime({ onPick, onCancel }: PickTimeProps) {
  const [value, setValue] = useState(() => localTime(laterTimes().tomorrow));
  const [error, setError] = useState<string | null>(null);
  const pick = () => {
    const at = new Date(value);
    if (Number.isNaN(at.getTime()) || at.getTime() <= daemonNow()) setError(BOX.past);
    else onPick(at.toISOString());
  };
  return (
    <Form action={BOX.schedule} onSubmit={pick} onCancel={onCancel}>
      <Field
        label={BOX.laterAt}
        type="datetime-local"
        value={value}
        onChange={setValue}
        hint={BOX.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        error={error}
      />
    </Form>
  );
}
