import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { callOf, removing } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage } from '#kit/pages/list-page.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { type PresetRecord, settingsContract } from '../contract.ts';
import { DeviceTexts } from './device-texts.tsx';
import { PresetDrift } from './preset-drift.tsx';
import { PresetForm } from './preset-form.tsx';
import classes from './settings.module.css';

const list = defineList({
  endpoint: settingsContract.listPresets,
  texts: 'settings:preset',
  columns: [
    'name',
    'type',
    { key: 'siteText', label: 'settings:preset.site', phone: 'more' },
    ...deskOnly('valueNumber', 'deviceNumber', 'updatedAt', 'driftNumber'),
    { key: 'agrees', label: 'settings:preset.drift' },
  ],
  filters: ['type'],
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
      ...removing,
      call: callOf(settingsContract.removePresets, (row: PresetRecord) => ({ ids: [row.id] })),
      confirm: {
        title: 'settings:preset.removeTitle',
        body: 'settings:preset.removeBody',
        params: (row) => ({ name: row.name }),
      },
    },
  ],
  empty: { title: 'settings:preset.none', hint: 'settings:preset.noneHint' },
});

const OnePreset = ({ id }: { id: string }) => (
  <Loaded call={[settingsContract.readPreset, { id }]} staleMs={0}>
    {(preset) => (
      <div className={classes.page}>
        <PresetDrift preset={preset} />
        <PresetForm key={preset.updatedAt} preset={preset} />
      </div>
    )}
  </Loaded>
);

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
