import { Button, Checkbox, Chip, Group, Input, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import choices from '#kit/pages/choices.module.css';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { deviceName } from './device-name.ts';
import { type DeviceFilter, matchingDevices, toggleAll, toggleOne } from './pick-devices.ts';
import classes from './settings.module.css';
import { useAllDevices } from './use-all-devices.ts';

const shownAtOnce = 50;

export interface PickedDevices {
  type: DeviceType | undefined;
  ids: readonly string[];
}

interface DevicePickerProps {
  value: PickedDevices;
  onChange: (value: PickedDevices) => void;
  /** only devices of this type may be chosen */
  fixedType?: DeviceType;
  exceptId?: string;
  error?: string;
  name?: string;
}

/** Chooses devices of one type, by site, state and words; made for a thousand of them. */
export function DevicePicker({ value, onChange, fixedType, exceptId, error, name }: DevicePickerProps) {
  const t = useText();
  const all = useAllDevices(fixedType);
  const [filter, setFilter] = useState<DeviceFilter>({});
  const [leftOut, setLeftOut] = useState(0);
  const devices = useMemo(
    () => all.devices?.filter((device) => device.equipmentId !== exceptId),
    [all.devices, exceptId],
  );
  const types = useMemo(
    () =>
      deviceTypes
        .map((type) => ({ type, count: devices?.filter((device) => device.type === type).length ?? 0 }))
        .filter(({ count }) => count > 0),
    [devices],
  );
  const typeBrought = () => devices?.find((device) => value.ids.includes(device.equipmentId))?.type;
  const type = fixedType ?? value.type ?? typeBrought() ?? types[0]?.type;
  // Devices that a link brought along may be of several types; only those of one can be changed together.
  useEffect(() => {
    if (fixedType || value.type !== undefined || type === undefined || !all.complete) return;
    const fitting = new Set(
      devices?.filter((device) => device.type === type).map((device) => device.equipmentId),
    );
    const ids = value.ids.filter((id) => fitting.has(id));
    setLeftOut(value.ids.length - ids.length);
    onChange({ type, ids });
  }, [fixedType, value, type, all.complete, devices, onChange]);
  const shown = useMemo(
    () =>
      matchingDevices(
        (devices ?? []).filter((device) => device.type === type),
        filter,
      ),
    [devices, type, filter],
  );
  if (all.error && !devices) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />;
  if (!devices) return <ListSkeleton />;
  if (devices.length === 0) return <EmptyState title={t('settings:pick.none')} />;
  return (
    <Input.Wrapper error={error} data-field={name}>
      <Stack gap="sm">
        {!fixedType && (
          <Chip.Group value={type} onChange={(next) => onChange({ type: next as DeviceType, ids: [] })}>
            <Group gap="xs" role="group" aria-label={t('settings:pick.type')}>
              {types.map((entry) => (
                <Chip key={entry.type} value={entry.type} size="md">
                  {t('settings:pick.typeCount', {
                    type: t(`devices:type.${entry.type}`),
                    count: entry.count,
                  })}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
        {leftOut > 0 && (
          <Text size="sm" role="status">
            {t('settings:pick.onlyOneType', { count: leftOut })}
          </Text>
        )}
        <Filters devices={devices} filter={filter} onChange={setFilter} />
        <ChosenList
          devices={shown}
          chosen={value.ids}
          complete={all.complete}
          onChange={(ids) => onChange({ type, ids })}
        />
      </Stack>
    </Input.Wrapper>
  );
}

function Filters({
  devices,
  filter,
  onChange,
}: {
  devices: readonly DeviceRecord[];
  filter: DeviceFilter;
  onChange: (filter: DeviceFilter) => void;
}) {
  const t = useText();
  const sites = useMemo(
    () => [...new Map(devices.map((device) => [device.fieldId, device.fieldName]))],
    [devices],
  );
  const states = ['online', 'offline', 'fault'] as const;
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        value={filter.keyword ?? ''}
        onChange={(event) => onChange({ ...filter, keyword: event.currentTarget.value })}
        placeholder={t('settings:choose.search')}
        aria-label={t('settings:choose.search')}
        leftSection={<Icon name="search" size={16} />}
      />
      <Select
        clearable
        placeholder={t('settings:pick.allSites')}
        aria-label={t('settings:pick.site')}
        data={sites.map(([value, label]) => ({ value, label: label ?? '' }))}
        value={filter.siteId ?? null}
        onChange={(siteId) => onChange({ ...filter, siteId: siteId ?? undefined })}
      />
      <Select
        clearable
        placeholder={t('settings:pick.allStates')}
        aria-label={t('settings:pick.state')}
        data={states.map((value) => ({ value, label: t(`settings:device.${value}`) }))}
        value={filter.state ?? null}
        onChange={(state) => onChange({ ...filter, state: (state as DeviceFilter['state']) ?? undefined })}
      />
    </div>
  );
}

function ChosenList({
  devices,
  chosen,
  complete,
  onChange,
}: {
  devices: readonly DeviceRecord[];
  chosen: readonly string[];
  complete: boolean;
  onChange: (ids: string[]) => void;
}) {
  const t = useText();
  const [limit, setLimit] = useState(shownAtOnce);
  const known = useMemo(() => new Set(chosen), [chosen]);
  const ids = devices.map((device) => device.equipmentId);
  const count = ids.filter((id) => known.has(id)).length;
  // One function for all rows and renders: a tick draws one row again, not all of them.
  const latest = useRef({ chosen, onChange });
  latest.current = { chosen, onChange };
  const onToggle = useCallback((id: string) => {
    latest.current.onChange(toggleOne(latest.current.chosen, id));
  }, []);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Checkbox
          size="md"
          label={t('settings:pick.selectAll', { count: ids.length })}
          checked={count > 0 && count === ids.length}
          indeterminate={count > 0 && count < ids.length}
          disabled={ids.length === 0 || !complete}
          onChange={() => onChange(toggleAll(chosen, ids))}
        />
        <Text size="sm" fw={600} aria-live="polite">
          {t('settings:pick.chosen', { count: chosen.length })}
        </Text>
      </Group>
      {devices.length === 0 ? (
        <Text c="dimmed" ta="center" py="lg">
          {t('kit:page.noMatch')}
        </Text>
      ) : (
        <Paper withBorder component="ul" className={choices.choices}>
          {devices.slice(0, limit).map((device) => (
            <PickRow
              key={device.equipmentId}
              device={device}
              checked={known.has(device.equipmentId)}
              onToggle={onToggle}
            />
          ))}
        </Paper>
      )}
      {devices.length > limit && (
        <Button variant="default" onClick={() => setLimit((before) => before + shownAtOnce)}>
          {t('settings:pick.showMore', { count: devices.length - limit })}
        </Button>
      )}
    </>
  );
}

const PickRow = memo(function PickRow({
  device,
  checked,
  onToggle,
}: {
  device: DeviceRecord;
  checked: boolean;
  onToggle: (id: string) => void;
}) {
  const t = useText();
  return (
    <li>
      <label className={choices.choice} htmlFor={`pick-${device.equipmentId}`}>
        <Checkbox
          id={`pick-${device.equipmentId}`}
          size="md"
          checked={checked}
          onChange={() => onToggle(device.equipmentId)}
          aria-label={deviceName(t, device)}
        />
        <span className={choices.text}>
          <Text component="span" fw={600} display="block" truncate>
            {deviceName(t, device)}
          </Text>
          <Text component="span" size="sm" c="dimmed" display="block" truncate>
            {t('settings:device.place', {
              number: device.equipmentNo,
              code: device.code,
              site: device.fieldName ?? '',
            })}
          </Text>
        </span>
        <DeviceState device={device} />
      </label>
    </li>
  );
});
