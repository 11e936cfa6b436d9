import { useAsk } from "../../api/queries.ts";
import { useMay, useMe } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Id } from "../../parts/code.tsx";
import { Stack } from "../../parts/fields/form.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Facts, Split } from "../../parts/split.tsx";
import { ORGANIZATION } from "../../view-words.ts";
import { ContactSettings } from "./contact-settings.tsx";
import { LoginProvider } from "./login-provider.tsx";
import { OrganizationName } from "./organization-name.tsx";
import { RequiredFactors } from "./required-factors.tsx";
import { Retention } from "./retention.tsx";

/** Who has to have a second factor, to be chosen by who manages users. */
function Required() {
  const may = useMay();
  const { data } = useAsk("GET /v1/settings/organization", {});
  if (data === undefined || !may("users:manage")) return null;
  return <RequiredFactors key={String(data.two_factors)} kept={data.two_factors} />;
}

/** What holds for all contacts of the organisation. */
export default function Organization() {
  const { organization_id } = useMe();
  const may = useMay();
  const { data, error, refetch } = useAsk("GET /v1/settings/contacts", {});
  const content = (
    <>
      <Header
        title={ORGANIZATION.title}
        actions={<AsCommand cli={null} route="GET /v1/settings/contacts" request={{}} />}
      />
      <Stack>
        <OrganizationName />
        <Required />
        <Facts facts={[[ORGANIZATION.id, <Id key="id" value={organization_id} />]]} />
        <LoginProvider />
        <Retention />
        <h2>{ORGANIZATION.contacts}</h2>
        <ProblemNote problem={error} onTryAgain={() => void refetch()} />
        {data === undefined && error === null && <Skeleton />}
        {data !== undefined && may("contacts:write") && <ContactSettings kept={data} />}
      </Stack>
    </>
  );
  return <Split list={content} detail={null} />;
}
