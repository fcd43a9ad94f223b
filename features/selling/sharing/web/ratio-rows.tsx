import { ActionIcon, Button, Select, Text } from '@mantine/core';
import { consequenceText } from '#kit/contract/consequence.ts';
import { wholeBasisPoints } from '#kit/kernel/money.ts';
import { Hint } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { PercentField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { ReceiverRecord } from '../contract/receivers.ts';
import { mostReceivers } from '../contract/shared.ts';
import { shareOfHundred } from '../rules/consequence-rules.ts';
import classes from './sharing.module.css';

/** Not filled in yet while somebody types. */
export interface DraftRatio {
  receiverId: string | undefined;
  basisPoints: number | undefined;
}

interface RatioRowsProps {
  value: readonly DraftRatio[];
  people: readonly ReceiverRecord[];
  error: string | undefined;
  onChange: (value: DraftRatio[]) => void;
}

/** One row a person; the sum moves as one types and says what is left for the merchant. */
export function RatioRows({ value, people, error, onChange }: RatioRowsProps) {
  const t = useText();
  const sum = value.reduce((total, { basisPoints }) => total + (basisPoints || 0), 0);
  const over = sum > wholeBasisPoints;
  const patch = (index: number, change: Partial<DraftRatio>) =>
    onChange(value.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const nameOf = (receiverId: string | undefined) => people.find(({ id }) => id === receiverId)?.name;
  const taken = new Set(value.map(({ receiverId }) => receiverId));
  const options = (own: string | undefined) =>
    people
      .filter(({ id }) => id === own || !taken.has(id))
      .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div data-field="ratios">
      <ul className={classes.rows}>
        {value.map((row, index) => (
          <li key={row.receiverId ?? `new ${index}`} className={classes.row}>
            <Select
              aria-label={t('sharing:field.receiverName')}
              placeholder={t('sharing:ratio.choose')}
              data={options(row.receiverId)}
              value={row.receiverId ?? null}
              searchable
              onChange={(receiverId) => patch(index, { receiverId: receiverId ?? undefined })}
            />
            <PercentField
              aria-label={t('sharing:field.ratio')}
              value={row.basisPoints}
              onChange={(basisPoints) => patch(index, { basisPoints })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('kit:action.remove')}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            >
              <Icon name="x" />
            </ActionIcon>
            <Hint size="xs" className={classes.means}>
              {consequenceText(t, shareOfHundred(row.basisPoints, nameOf(row.receiverId)))}
            </Hint>
          </li>
        ))}
      </ul>
      {value.length < Math.min(mostReceivers, people.length) && (
        <Button
          variant="light"
          mt="sm"
          leftSection={<Icon name="plus" />}
          onClick={() => onChange([...value, { receiverId: undefined, basisPoints: undefined }])}
        >
          {t('sharing:ratio.addPerson')}
        </Button>
      )}
      <div className={classes.sum} aria-live="polite">
        <span className={over ? classes.over : undefined}>
          {t('sharing:ratio.sum', { percent: percentText(sum) })}
        </span>
        <span>
          {over
            ? t('sharing:error.over100')
            : t('sharing:ratio.left', { percent: percentText(wholeBasisPoints - sum) })}
        </span>
      </div>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
