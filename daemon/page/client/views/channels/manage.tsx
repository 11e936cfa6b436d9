import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { isUnderWay } from "../../parts/alarms/next-step.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { RegisterForm } from "./register-form.tsx";
import { RemoveChannel } from "./remove-channel.tsx";
import { RenameForm } from "./rename-form.tsx";
import { type Channel, isLeftAlone, isPaired, isWorking } from "./states.ts";
import { TokenForm } from "./token-form.tsx";
import { usePausing } from "./use-pausing.ts";

type Doing = "rename" | "token" | "register" | "log out" | "remove";

/** All that can be done about a channel besides the one thing to do. */
export function Manage({ channel }: { channel: Channel }) {
  const { id, settings, status } = channel;
  const path = { id };
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  const pausing = usePausing(id);
  const disconnect = useChange("POST /v1/channels/{id}/disconnect", {
    done: (after) => {
      toast(after.status === "logged_out" ? CHANNELS.loggedOut : CHANNELS.disconnected);
      stop();
    },
    touches: ["/v1/overview"],
  });
  const logOut = { path, body: { logout: true } };
  const isUsed = !isLeftAlone(channel);
  const isPhone = isUsed && isPaired(channel);
  const isOfficial = isUsed && !isPaired(channel);
  const isPaused = settings.paused === true;
  const isConnected = isWorking(channel) || isUnderWay(channel) || status === "restricted";
  const isLoggedIn = channel.phone_number !== null && status !== "logged_out";
  return (
    <>
      <Menu
        label={CHANNELS.actions}
        entries={[
          { label: CHANNELS.rename, onPress: () => setDoing("rename") },
          !isPaused && { label: CHANNELS.pause, onPress: () => void pausing.setPaused(true) },
          isPaused && { label: WORDS.steps.resume, onPress: () => void pausing.setPaused(false) },
          isOfficial && { label: WORDS.steps.token, onPress: () => setDoing("token") },
          isOfficial && { label: WORDS.steps.register, onPress: () => setDoing("register") },
          isPhone &&
            isConnected && {
              label: CHANNELS.disconnect,
              onPress: () => void disconnect.run({ path, body: {} }),
            },
          isPhone &&
            isLoggedIn && { label: CHANNELS.logOut, isDanger: true, onPress: () => setDoing("log out") },
          { label: CHANNELS.remove, isDanger: true, onPress: () => setDoing("remove") },
        ]}
      />
      <ProblemNote problem={pausing.problem ?? disconnect.problem} />
      {doing === "rename" && <RenameForm channel={channel} onClose={stop} />}
      {doing === "token" && <TokenForm channel={channel} onClose={stop} />}
      {doing === "register" && <RegisterForm channel={channel} onClose={stop} />}
      {doing === "remove" && <RemoveChannel channel={channel} onClose={stop} />}
      <Confirm
        title={CHANNELS.logOut}
        action={CHANNELS.logOut}
        isOpen={doing === "log out"}
        isBusy={disconnect.isRunning}
        onConfirm={() => void disconnect.run(logOut)}
        onClose={stop}
        aside={
          <AsCommand
            cli={`channels disconnect ${id} --logout --yes`}
            route="POST /v1/channels/{id}/disconnect"
            request={logOut}
          />
        }
      >
        <p>{CHANNELS.logOutText}</p>
      </Confirm>
    </>
  );
}
