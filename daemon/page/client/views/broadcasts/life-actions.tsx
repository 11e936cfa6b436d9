import { Pause, Play, Send, Square } from "lucide-react";
import { useLocation } from "wouter";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, sampleOf } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import { toast } from "../../parts/toast.tsx";
import { BROADCASTS } from "../../view-words.ts";
import type { Broadcast } from "./states.ts";

const PAUSE = "POST /v1/broadcasts/{id}/pause";
const RESUME = "POST /v1/broadcasts/{id}/resume";
const CANCEL = "POST /v1/broadcasts/{id}/cancel";
const REMOVE = "DELETE /v1/broadcasts/{id}";

/** What is open of a broadcast. */
export type Doing = "edit" | "start" | "test" | "remove" | "stop";

/** What can be done to a broadcast at once. */
export function useLife({ id }: Broadcast) {
  const [, go] = useLocation();
  const path = { id };
  const pause = useChange(PAUSE, {
    done: () => toast(BROADCASTS.paused, () => void resume.run({ path })),
  });
  const resume = useChange(RESUME, { done: () => toast(BROADCASTS.resumed) });
  const cancel = useChange(CANCEL, { done: () => toast(BROADCASTS.stopped) });
  const remove = useChange(REMOVE, {
    done: () => {
      toast(BROADCASTS.removed);
      go("/broadcasts");
    },
  });
  const problem = pause.problem ?? resume.problem ?? cancel.problem ?? remove.problem;
  return { path, pause, resume, cancel, remove, problem };
}

type LifeActionsProps = {
  report: Broadcast;
  life: ReturnType<typeof useLife>;
  doing: Doing | null;
  onDo: (doing: Doing | null) => void;
};

/** The buttons that a broadcast's state allows; none for who may only look. */
export function LifeActions({ report: { id, status }, life, doing, onDo }: LifeActionsProps) {
  const may = useMay();
  const { path, pause, resume, cancel, remove } = life;
  const mayManage = may("broadcasts:manage");
  const canResume = status === "paused" || status === "stopped";
  const command = (
    <AsCommand
      cli={`broadcasts report ${id}`}
      route="GET /v1/broadcasts/{id}/report"
      request={{ path }}
      more={[
        mayManage &&
          status === "running" &&
          sampleOf(BROADCASTS.pause, `broadcasts pause ${id}`, PAUSE, { path }),
        mayManage && canResume && sampleOf(BROADCASTS.resume, `broadcasts resume ${id}`, RESUME, { path }),
      ]}
    />
  );
  if (!mayManage) return command;
  return (
    <>
      {command}
      {status === "draft" && (
        <>
          <Button kind="main" icon={Send} onPress={() => onDo("start")}>
            {BROADCASTS.start}
          </Button>
          <Menu
            label={BROADCASTS.more}
            entries={[
              { label: BROADCASTS.test, onPress: () => onDo("test") },
              { label: BROADCASTS.edit, onPress: () => onDo("edit") },
              { label: BROADCASTS.remove, isDanger: true, onPress: () => onDo("remove") },
            ]}
          />
        </>
      )}
      {status === "running" && (
        <Button icon={Pause} isBusy={pause.isRunning} onPress={() => void pause.run({ path })}>
          {BROADCASTS.pause}
        </Button>
      )}
      {canResume && (
        <Button kind="main" icon={Play} isBusy={resume.isRunning} onPress={() => void resume.run({ path })}>
          {BROADCASTS.resume}
        </Button>
      )}
      {["scheduled", "running", "paused", "stopped"].includes(status) && (
        <Button kind="danger" icon={Square} onPress={() => onDo("stop")}>
          {BROADCASTS.stop}
        </Button>
      )}
      <Confirm
        title={BROADCASTS.stop}
        action={BROADCASTS.stop}
        isOpen={doing === "stop"}
        isBusy={cancel.isRunning}
        aside={<AsCommand cli={`broadcasts cancel ${id} --yes`} route={CANCEL} request={{ path }} />}
        onConfirm={() => void cancel.run({ path }).then(() => onDo(null))}
        onClose={() => onDo(null)}
      >
        <p>{BROADCASTS.stopText}</p>
      </Confirm>
      <Confirm
        title={BROADCASTS.remove}
        action={BROADCASTS.remove}
        isOpen={doing === "remove"}
        isBusy={remove.isRunning}
        aside={<AsCommand cli={`broadcasts delete ${id} --yes`} route={REMOVE} request={{ path }} />}
        onConfirm={() => void remove.run({ path })}
        onClose={() => onDo(null)}
      >
        <p>{BROADCASTS.removeText}</p>
      </Confirm>
    </>
  );
}
