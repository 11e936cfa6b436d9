import { LogOut } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { announceLogin } from "../../api/logins.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { addressOf } from "../../api/root.ts";
import { useMe } from "../../api/session.tsx";
import { stateWord } from "../../parts/api-names.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { countPending, draftKey, forgetDrafts } from "../../parts/fields/drafts.ts";
import { forgetFiles } from "../../parts/files/kept-files.ts";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Facts, Split } from "../../parts/split.tsx";
import { ACCOUNT } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { ChangePassword } from "./change-password.tsx";
import { Factors } from "./factors.tsx";
import { LanguageField } from "./language.tsx";
import { Logins } from "./logins.tsx";
import { SwitchOrganization } from "./switch-organization.tsx";

/** Who is logged in and where, and the way out. */
export default function Account() {
  const { user, organization_id } = useMe();
  const [asking, setAsking] = useState<"password" | "organization" | "unsent" | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const close = () => setAsking(null);
  const unsent = countPending(user?.id ?? "");
  const leave = () => void logOut(user?.id ?? "").catch((cause) => setProblem(asProblem(cause)));
  const content = (
    <>
      <Header
        title={ACCOUNT.title}
        actions={
          <>
            <AsCommand cli="whoami" route="GET /v1/auth/me" request={{}} />
            <Button onPress={() => setAsking("organization")}>{ACCOUNT.switch}</Button>
            <Button onPress={() => setAsking("password")}>{ACCOUNT.changePassword}</Button>
            <Button
              icon={LogOut}
              onPress={() => (countPending(user?.id ?? "") > 0 ? setAsking("unsent") : leave())}
            >
              {WORDS.logOut}
            </Button>
          </>
        }
      />
      <ProblemNote problem={problem} />
      <Facts
        facts={[
          [ACCOUNT.name, user?.name],
          [ACCOUNT.email, user?.email],
          [ACCOUNT.role, user && stateWord(user.role)],
          [ACCOUNT.timezone, user?.timezone],
          [ACCOUNT.organization, <Id key="organization" value={organization_id} />],
        ]}
      />
      <LanguageField />
      <Factors />
      <Logins />
      <Confirm
        title={ACCOUNT.unsent(unsent)}
        action={WORDS.logOut}
        isOpen={asking === "unsent"}
        onConfirm={leave}
        onClose={close}
      >
        <p>{ACCOUNT.unsentText}</p>
      </Confirm>
      <ChangePassword isOpen={asking === "password"} onClose={close} />
      <SwitchOrganization isOpen={asking === "organization"} onClose={close} />
    </>
  );
  return <Split list={content} detail={null} />;
}

/** Ends the login, and with it everything that this browser knows. */
async function logOut(user: string): Promise<void> {
  await call("POST /v1/auth/logout", {});
  forgetDrafts(user);
  await forgetFiles(draftKey(user, ""));
  announceLogin();
  location.assign(addressOf("/login"));
}
