import { Button, Menu, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { chooseSite } from '#kit/ui/current-site.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan, useSession } from '#kit/ui/session.ts';
import { sitesContract } from '../contract.ts';
import { useOwnSites } from './use-own-sites.ts';

const inSight = 12;

/** Which site the pages are about. Many sites are searched on another page. */
export default function SiteSwitcher() {
  const t = useText();
  const navigate = useNavigate();
  const user = useSession();
  const mayManage = useCan(sitesContract.listSites);
  const { sites, current } = useOwnSites();
  if (user?.realm !== 'merchant' || sites.length === 0) return null;
  return (
    <Menu position="bottom-start" width={280} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Icon name="map-pin" />}
          rightSection={<Icon name="chevron-down" size={16} />}
          maw={280}
          aria-label={t('sites:choose.label', { name: current?.fieldName ?? t('sites:choose.all') })}
        >
          <Text component="span" size="sm" truncate>
            {current?.fieldName ?? t('sites:choose.all')}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        <SwitchItem
          name={t('sites:choose.all')}
          chosen={current === undefined}
          onChoose={() => chooseSite(undefined)}
        />
        {sites.slice(0, inSight).map((site) => (
          <SwitchItem
            key={site.fieldId}
            name={site.fieldName}
            note={site.ifEnable === 0 ? t('sites:state.0') : undefined}
            chosen={site.fieldId === current?.fieldId}
            onChoose={() => chooseSite({ id: site.fieldId, name: site.fieldName })}
          />
        ))}
        {(sites.length > inSight || mayManage) && <Menu.Divider />}
        {sites.length > inSight && (
          <Menu.Item
            leftSection={<Icon name="search" size={16} />}
            onClick={() => void navigate('/chooseSite')}
          >
            {t('sites:choose.more', { count: sites.length })}
          </Menu.Item>
        )}
        {mayManage && (
          <Menu.Item
            leftSection={<Icon name="settings" size={16} />}
            onClick={() => void navigate('/tfaddress')}
          >
            {t('sites:choose.manage')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function SwitchItem(props: { name: string; note?: string; chosen: boolean; onChoose: () => void }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={props.chosen}
      leftSection={
        <span style={{ visibility: props.chosen ? undefined : 'hidden' }}>
          <Icon name="check" size={16} />
        </span>
      }
      rightSection={props.note && <Hint size="xs">{props.note}</Hint>}
      onClick={props.onChoose}
    >
      {props.name}
    </Menu.Item>
  );
}
