import { useMemo, useState } from 'react';
import { sitesContract } from '#features/sites/contract.ts';
import { defineList, type RecordOf } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { firmwareContract, type ItemState, type Target } from '../contract.ts';
import { RolloutSheet } from './rollout-sheet.tsx';
import { ItemBadge } from './states.tsx';

const { listVersions, startRollout } = firmwareContract;
type Row = RecordOf<typeof listVersions>;

function DeviceName({ device }: { device: Row }) {
  const t = useText();
  return t('firmware:device.name', {
    number: device.equipmentNo,
    name: device.equipmentName ?? device.typeName,
  });
}

function State({ device }: { device: Row }) {
  const t = useText();
  if (device.percent !== null)
    return <ItemBadge state={device.state as ItemState} percent={device.percent} />;
  if (device.version === null) return <StatusBadge tone="quiet">{t('firmware:device.unknown')}</StatusBadge>;
  return device.state === 'outdated' ? (
    <StatusBadge tone="waiting">{t('firmware:device.newer', { version: device.latest ?? '' })}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t('firmware:device.current')}</StatusBadge>
  );
}

/** What runs where; select some, choose a version, watch. */
export function DeviceVersions({ target }: { target: Target }) {
  const [chosen, setChosen] = useState<Row[] | undefined>();
  const list = useMemo(
    () =>
      defineList({
        endpoint: listVersions,
        id: target,
        input: { target },
        columns: [
          {
            key: 'equipmentName',
            label: 'firmware:device.device',
            primary: true,
            render: (device) => <DeviceName device={device} />,
          },
          { key: 'code', label: 'firmware:device.code', secondary: true },
          { key: 'fieldName', label: 'firmware:device.site' },
          { key: 'version', label: 'firmware:device.version', render: (device) => device.version ?? '—' },
          {
            key: 'state',
            label: 'firmware:device.state',
            trailing: true,
            render: (device) => <State device={device} />,
          },
        ],
        search: 'keyword',
        searchHint: 'firmware:device.search',
        filters: [
          {
            kind: 'choice',
            name: 'type',
            label: 'firmware:device.type',
            options: deviceTypes.map((value) => ({ value, label: `devices:type.${value}` })),
          },
          {
            kind: 'reference',
            name: 'fieldId',
            label: 'firmware:device.site',
            source: referenceTo({
              endpoint: sitesContract.listSites,
              search: 'name',
              labelOf: (site) => site.name,
            }),
          },
          { kind: 'switch', name: 'outdated', label: 'firmware:device.onlyOutdated' },
        ],
        bulkActions: [
          {
            label: 'firmware:action.update',
            icon: 'download',
            primary: true,
            needs: startRollout,
            run: (rows: Row[]) => setChosen(rows),
          },
        ],
        rowActions: [
          {
            label: 'firmware:action.update',
            icon: 'download',
            needs: startRollout,
            visible: (row: Row) => row.percent === null,
            run: (row: Row) => setChosen([row]),
          },
        ],
        empty: {
          title: `firmware:device.${target === 'app' ? 'noAndroid' : 'none'}`,
          hint: 'firmware:device.emptyHint',
        },
        export: true,
        live: 'firmware.',
      }),
    [target],
  );
  return (
    <>
      <ListPage definition={list} />
      <RolloutSheet target={target} devices={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}
