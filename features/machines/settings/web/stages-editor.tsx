import { ActionIcon, Button, Text } from '@mantine/core';
import { NumberField } from '#kit/ui/fields/text-fields.tsx';
import type { FieldProps } from '#kit/ui/fields/types.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { EntryRows } from './entry-rows.tsx';
import type { Stage } from './value-text.ts';

const maxStages = 5;
const firstStage: Stage = { needles: 6, speed: 35, timeS: 30 };

/** A stage a bit harder than the one before it, within what machines take. */
export const harderThan = (stage: Stage | undefined): Stage =>
  stage
    ? {
        needles: Math.min(30, stage.needles + 3),
        speed: Math.min(100, stage.speed + 15),
        timeS: stage.timeS,
      }
    : firstStage;

export function StagesEditor({ value = [], onChange, ...props }: FieldProps<Stage[]>) {
  const t = useText();
  const change = (index: number, part: Partial<Stage>) =>
    onChange(value.map((stage, at) => (at === index ? { ...stage, ...part } : stage)));
  return (
    <div>
      <EntryRows {...props}>
        {value.map((stage, index) => (
          <EntryRows.Row
            // biome-ignore lint/suspicious/noArrayIndexKey: stages have no identity but their place
            key={index}
            lead={<Text fw={600}>{t('settings:stage.number', { number: index + 1 })}</Text>}
            trail={
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                disabled={props.disabled || value.length === 1}
                aria-label={t('settings:stage.remove', { number: index + 1 })}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <Icon name="trash" />
              </ActionIcon>
            }
          >
            <NumberField
              label={t('settings:stage.needles')}
              value={stage.needles}
              min={3}
              max={30}
              disabled={props.disabled}
              onChange={(needles = Number.NaN) => change(index, { needles })}
            />
            <NumberField
              label={t('settings:stage.speed')}
              value={stage.speed}
              min={1}
              max={100}
              suffix="%"
              disabled={props.disabled}
              onChange={(speed = Number.NaN) => change(index, { speed })}
            />
            <NumberField
              label={t('settings:stage.timeS')}
              value={stage.timeS}
              min={5}
              max={180}
              suffix={` ${t('settings:unit.s')}`}
              disabled={props.disabled}
              onChange={(timeS = Number.NaN) => change(index, { timeS })}
            />
          </EntryRows.Row>
        ))}
      </EntryRows>
      <Button
        mt="xs"
        variant="default"
        leftSection={<Icon name="plus" />}
        disabled={props.disabled || value.length >= maxStages}
        onClick={() => onChange([...value, harderThan(value.at(-1))])}
      >
        {t('settings:stage.add')}
      </Button>
    </div>
  );
}
