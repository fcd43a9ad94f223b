import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { DeviceVersions } from './device-versions.tsx';
import { ImageList } from './image-list.tsx';
import { RolloutList } from './rollout-list.tsx';

const tabs = ['devices', 'rollouts', 'images'] as const;

/** The platform publishes versions; merchants bring them to their devices. */
export default function VersionControl() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  if (useSession()?.realm === 'platform') return <ImageList />;
  const open = tabs.find((tab) => tab === query.get('tab')) ?? 'devices';
  return (
    <Tabs
      value={open}
      keepMounted={false}
      onChange={(tab) => tab && setQuery(new URLSearchParams({ tab }), { replace: true })}
    >
      <Tabs.List mb="md">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`firmware:tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="devices">
        <DeviceVersions target="firmware" />
      </Tabs.Panel>
      <Tabs.Panel value="rollouts">
        <RolloutList />
      </Tabs.Panel>
      <Tabs.Panel value="images">
        <ImageList />
      </Tabs.Panel>
    </Tabs>
  );
}
