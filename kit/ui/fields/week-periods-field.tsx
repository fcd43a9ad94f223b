import { ActionIcon, Button, Chip, Group, Input, Paper, Stack } from '@mantine/core';
import { Hint } from '../display.tsx';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { TimePeriodField } from './time-period-field.tsx';
import { type FieldProps, wrapperProps } from './types.ts';

/** Days of the week (1 is Monday) and from when to when. */
export interface WeekPeriod {
  days: number[];
  period: string;
}

const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;
const maxPeriods = 14;

export interface WeekPeriodsOptions {
  /** what an empty list means */
  none: string;
  /** what the first button offers */
  first: { label: string; period: string };
}

/** Periods of the week: for each the days and from when to when. */
export function WeekPeriodsField({ none, first, ...props }: FieldProps<WeekPeriod[]> & WeekPeriodsOptions) {
  const t = useText();
  const { value = [], onChange, disabled } = props;
  const uncovered = weekDays.filter((day) => !value.some((period) => period.days.includes(day)));
  const add = () =>
    onChange([...value, { days: uncovered.length > 0 ? uncovered : [...weekDays], period: first.period }]);
  return (
    <Input.Wrapper {...wrapperProps(props)} labelElement="div">
      <Stack gap="sm" mt={4} mb={props.error || props.description ? 6 : 0}>
        {value.length === 0 && <Hint>{none}</Hint>}
        {value.map((period, index) => (
          <PeriodRow
            // biome-ignore lint/suspicious/noArrayIndexKey: periods have no identity but their place
            key={index}
            number={index + 1}
            period={period}
            disabled={disabled}
            onChange={(next) => onChange(value.map((other, at) => (at === index ? next : other)))}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
        <Group gap="sm">
          {value.length === 0 ? (
            <Button variant="light" disabled={disabled} onClick={add}>
              {first.label}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={disabled || value.length >= maxPeriods}
              onClick={add}
            >
              {t('kit:ui.addPeriod')}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface PeriodRowProps {
  number: number;
  period: WeekPeriod;
  disabled?: boolean;
  onChange: (period: WeekPeriod) => void;
  onRemove: () => void;
}

function PeriodRow({ number, period, disabled, onChange, onRemove }: PeriodRowProps) {
  const t = useText();
  return (
    <Paper withBorder p="sm" bg="var(--surface)">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <Chip.Group
            multiple
            value={period.days.map(String)}
            onChange={(days) => onChange({ ...period, days: days.map(Number).sort((a, b) => a - b) })}
          >
            <Group gap={6} miw={0} role="group" aria-label={t('kit:ui.periodDays')}>
              {weekDays.map((day) => (
                <Chip key={day} value={String(day)} disabled={disabled} radius="sm">
                  {t(`kit:ui.weekDay.${day}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            disabled={disabled}
            aria-label={t('kit:ui.removePeriod', { number })}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Group>
        <TimePeriodField
          value={period.period}
          disabled={disabled}
          aria-label={t('kit:ui.periodTime')}
          onChange={(next) => onChange({ ...period, period: next ?? '' })}
        />
      </Stack>
    </Paper>
  );
}
