import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { useCall } from '#kit/ui/api.ts';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { type PresetRecord, settingsContract } from '../contract.ts';
import { DeviceTexts } from './device-texts.tsx';
import { countValues } from './draft.ts';
import { PresetDrift } from './preset-drift.tsx';
import { PresetForm } from './preset-form.tsx';
import classes from './settings.module.css';

function TypeName({ row }: { row: PresetRecord }) {
  const t = useText();
  return t(`devices:type.${row.type}`);
}

function SiteName({ row }: { row: PresetRecord }) {
  const t = useText();
  return row.fieldName ?? t('settings:preset.allSites');
}

function DriftBadge({ row }: { row: PresetRecord }) {
  const t = useText();
  return row.driftNumber > 0 ? (
    <StatusBadge tone="waiting">{t('settings:preset.differ', { count: row.driftNumber })}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t('settings:preset.agree')}</StatusBadge>
  );
}

const typeNames = Object.fromEntries(deviceTypes.map((type) => [type, `devices:type.${type}`]));

const list = defineList({
  endpoint: settingsContract.listPresets,
  columns: [
    { key: 'name', label: 'settings:preset.name', primary: true, sortable: true },
    {
      key: 'type',
      label: 'settings:preset.type',
      secondary: true,
      render: (row) => <TypeName row={row} />,
      exportAs: { values: typeNames },
    },
    { key: 'fieldName', label: 'settings:preset.site', render: (row) => <SiteName row={row} /> },
    {
      key: 'settings',
      label: 'settings:preset.valueNumber',
      align: 'right',
      render: (row) => countValues(row.settings as SettingsDocument),
      noExport: true,
    },
    { key: 'deviceNumber', label: 'settings:preset.deviceNumber', align: 'right' },
    {
      key: 'updatedAt',
      label: 'settings:preset.updatedAt',
      render: (row) => <Time value={row.updatedAt} />,
      exportAs: { kind: 'instant' },
    },
    {
      key: 'driftNumber',
      label: 'settings:preset.drift',
      trailing: true,
      render: (row) => <DriftBadge row={row} />,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'type',
      label: 'settings:preset.type',
      options: deviceTypes.map((type) => ({ value: type, label: `devices:type.${type}` })),
    },
  ],
  actions: [
    {
      label: 'settings:preset.add',
      icon: 'plus',
      primary: true,
      to: () => '/preSettings?add=1',
      needs: settingsContract.savePreset,
    },
  ],
  rowTo: (row) => `/preSettings?id=${row.id}`,
  rowActions: [
    {
      label: 'kit:action.remove',
      icon: 'trash',
      danger: true,
      call: callOf(settingsContract.removePresets, (row: PresetRecord) => ({ ids: [row.id] })),
      confirm: {
        title: 'settings:preset.removeTitle',
        body: 'settings:preset.removeBody',
        params: (row) => ({ name: row.name }),
      },
      success: 'kit:action.removed',
    },
  ],
  live: 'settings.',
  empty: { title: 'settings:preset.none', hint: 'settings:preset.noneHint' },
});

function OnePreset({ id }: { id: string }) {
  const { data, error, refetch } = useCall(settingsContract.readPreset, { id }, { staleMs: 0 });
  useLiveInvalidate('settings.', settingsContract.readPreset);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return (
    <div className={classes.page}>
      <PresetDrift preset={data} />
      <PresetForm key={data.updatedAt} preset={data} />
    </div>
  );
}

/** Settings templates: the list, `?id=` one of them, `?add=1` a new one. */
export default function Presets() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return (
    <DeviceTexts>
      {id ? (
        <OnePreset key={id} id={id} />
      ) : query.get('add') ? (
        <PresetForm />
      ) : (
        <Stack>
          <ListPage definition={list} />
        </Stack>
      )}
    </DeviceTexts>
  );
}
