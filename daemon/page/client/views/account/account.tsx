import { LogOut } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { addressOf } from "../../api/root.ts";
import { useMe } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Facts, Split } from "../../parts/split.tsx";
import { WORDS } from "../../words.ts";
import { ACCOUNT } from "./words.ts";

/** Who is logged in, and the way out. */
export default function Account() {
  const { user, organization_id } = useMe();
  const [problem, setProblem] = useState<Problem | null>(null);
  async function logOut() {
    try {
      await call("POST /v1/auth/logout", {});
      location.assign(addressOf("/login"));
    } catch (cause) {
      setProblem(asProblem(cause));
    }
  }
  const content = (
    <>
      <Header
        title={ACCOUNT.title}
        actions={
          <>
            <AsCommand cli="whoami" route="GET /v1/auth/me" request={{}} />
            <Button icon={LogOut} onPress={() => void logOut()}>
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
          [ACCOUNT.role, user?.role],
          [ACCOUNT.timezone, user?.timezone],
          [ACCOUNT.organization, <Id key="organization" value={organization_id} />],
        ]}
      />
    </>
  );
  return <Split list={content} detail={null} />;
}
