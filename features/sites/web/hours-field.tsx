import { ActionIcon, Button, Chip, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { TimePeriodField } from '#kit/ui/fields/time-period-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { type OpeningPeriod, weekDays } from '../contract.ts';

interface HoursFieldProps {
  value: readonly OpeningPeriod[];
  onChange: (value: OpeningPeriod[]) => void;
  label: string;
  error?: string;
  disabled?: boolean;
  name: string;
}

const maxPeriods = 14;
const everyDay = { days: [...weekDays], period: '10:00-22:00' };

/** Periods of the week: for each the days and from when to when. */
export function HoursField({ value, onChange, label, error, disabled, name }: HoursFieldProps) {
  const t = useText();
  const replace = (index: number, next: OpeningPeriod) =>
    onChange(value.map((period, at) => (at === index ? next : period)));
  const uncovered = weekDays.filter((day) => !value.some((period) => period.days.includes(day)));
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" data-field={name}>
      <Stack gap="sm" mt={4} mb={error ? 6 : 0}>
        {value.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('sites:hours.none')}
          </Text>
        )}
        {value.map((period, index) => (
          <PeriodRow
            // biome-ignore lint/suspicious/noArrayIndexKey: periods have no identity but their place
            key={index}
            number={index + 1}
            period={period}
            disabled={disabled}
            onChange={(next) => replace(index, next)}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
        <Group gap="sm">
          {value.length === 0 ? (
            <Button variant="light" disabled={disabled} onClick={() => onChange([everyDay])}>
              {t('sites:hours.copyEveryDay')}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={disabled || value.length >= maxPeriods}
              onClick={() =>
                onChange([
                  ...value,
                  { days: uncovered.length > 0 ? uncovered : [...weekDays], period: everyDay.period },
                ])
              }
            >
              {t('sites:hours.add')}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface PeriodRowProps {
  number: number;
  period: OpeningPeriod;
  disabled?: boolean;
  onChange: (period: OpeningPeriod) => void;
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
            <Group gap={6} miw={0} role="group" aria-label={t('sites:hours.days')}>
              {weekDays.map((day) => (
                <Chip key={day} value={String(day)} disabled={disabled} radius="sm">
                  {t(`sites:day.${day}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            disabled={disabled}
            aria-label={t('sites:hours.removePeriod', { number })}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Group>
        <TimePeriodField
          value={period.period}
          disabled={disabled}
          aria-label={t('sites:hours.time')}
          onChange={(next) => onChange({ ...period, period: next ?? '' })}
        />
      </Stack>
    </Paper>
  );
}
