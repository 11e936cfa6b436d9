import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import { useFilters, useSetFilter } from "./filters.tsx";
import style from "./tabs.module.css";

type TabsProps = {
  label: string;
  /** The name in the address that says which one is shown. */
  name?: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
};

/** Several sides of one thing; the address says which one is shown. */
export function Tabs({ label, name = "tab", tabs }: TabsProps) {
  const set = useSetFilter();
  const wanted = useFilters([name])[name];
  const shown = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (shown === undefined) return null;
  return (
    <AriaTabs
      selectedKey={shown.id}
      onSelectionChange={(id) => set(name, id === tabs[0]?.id ? null : String(id))}
    >
      <TabList className={style.list ?? ""} aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={style.tab ?? ""}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={shown.id} id={shown.id} className={style.panel ?? ""}>
        {shown.content}
      </TabPanel>
    </AriaTabs>
  );
}
