import { ActionIcon, Button, Group, Indicator, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { DayRange } from '#kit/ui/fields/day-range.ts';
import { Field } from '#kit/ui/fields/field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Sheet } from '#kit/ui/sheet.tsx';
import classes from './list-page.module.css';
import type { Filter } from './list-specs.ts';
import { activeFilterCount, type FilterValue, type ListState } from './list-state.ts';
import { useOptions } from './use-options.ts';

type Filters = Record<string, FilterValue>;

interface FilterFieldProps {
  filter: Filter;
  values: Filters;
  onChange: (values: Filters) => void;
  /** in a row on the desk the label stands inside the field */
  compact?: boolean;
}

const without = (values: Filters, ...names: string[]): Filters =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

function FilterField({ filter, values, onChange, compact = false }: FilterFieldProps) {
  const t = useText();
  const options = useOptions('options' in filter ? filter.options : undefined);
  const label = t(filter.label);
  const naming = compact ? { 'aria-label': label, placeholder: label } : { label };
  if (filter.kind === 'dateRange') {
    const { name, toName } = filter;
    const range: DayRange = { from: values[name] as string, to: values[toName] as string };
    return (
      <Field
        kind="dateRange"
        {...naming}
        value={range.from || range.to ? range : undefined}
        onChange={(value) => {
          const next = value as DayRange | undefined;
          onChange({
            ...without(values, name, toName),
            ...(next?.from ? { [name]: next.from } : {}),
            ...(next?.to ? { [toName]: next.to } : {}),
          });
        }}
      />
    );
  }
  const value = values[filter.name];
  // "Off" is a value to look for too, so a yes/no filter is a choice of three.
  if (filter.kind === 'switch')
    return (
      <Field
        kind="choice"
        appearance="list"
        {...naming}
        options={[
          { value: 1, label: t(`${filter.words ?? 'kit:answer'}.yes`) },
          { value: 0, label: t(`${filter.words ?? 'kit:answer'}.no`) },
        ]}
        value={value === undefined ? undefined : value ? 1 : 0}
        onChange={(next) =>
          onChange({
            ...without(values, filter.name),
            ...(next === undefined ? {} : { [filter.name]: next === 1 }),
          })
        }
      />
    );
  return (
    <Field
      kind={filter.kind}
      {...naming}
      appearance="list"
      options={options}
      source={'source' in filter ? filter.source : undefined}
      value={value}
      onChange={(next) =>
        onChange({
          ...without(values, filter.name),
          ...(next === undefined || (Array.isArray(next) && next.length === 0)
            ? {}
            : { [filter.name]: next as FilterValue }),
        })
      }
    />
  );
}

interface FiltersProps {
  filters: readonly Filter[];
  state: ListState;
  onChange: (values: Filters) => void;
}

export function DeskFilters({ filters, state, onChange }: FiltersProps) {
  const t = useText();
  return (
    <>
      {filters.map((filter) => (
        <div key={filter.name} className={classes.filter} data-kind={filter.kind}>
          <FilterField filter={filter} values={state.filters} onChange={onChange} compact />
        </div>
      ))}
      {activeFilterCount(state, filters) > 0 && (
        <Button variant="subtle" color="gray" onClick={() => onChange({})}>
          {t('kit:page.clearFilters')}
        </Button>
      )}
    </>
  );
}

/** Phone: filters are set together in a bottom sheet and apply when it is confirmed. */
export function PhoneFilters({ filters, state, onChange }: FiltersProps) {
  const t = useText();
  const [opened, { open, close }] = useDisclosure(false);
  const [draft, setDraft] = useState<Filters>({});
  const count = activeFilterCount(state, filters);
  return (
    <>
      <Indicator disabled={count === 0} label={count} size={18}>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={count > 0 ? t('kit:page.filtersActive', { count }) : t('kit:page.filters')}
          onClick={() => {
            setDraft(state.filters);
            open();
          }}
        >
          <Icon name="filter" />
        </ActionIcon>
      </Indicator>
      <Sheet
        opened={opened}
        onClose={close}
        title={t('kit:page.filters')}
        footer={
          <>
            <Button variant="default" onClick={() => setDraft({})}>
              {t('kit:page.clearFilters')}
            </Button>
            <Button
              onClick={() => {
                onChange(draft);
                close();
              }}
            >
              {t('kit:page.applyFilters')}
            </Button>
          </>
        }
      >
        <Stack gap="md">
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} values={draft} onChange={setDraft} />
          ))}
        </Stack>
        <Group h={8} />
      </Sheet>
    </>
  );
}
