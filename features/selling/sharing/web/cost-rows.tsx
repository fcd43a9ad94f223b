import { ActionIcon, Button, Select, Text, TextInput } from '@mantine/core';
import { consequenceText } from '#kit/contract/consequence.ts';
import { Hint } from '#kit/ui/display.tsx';
import { MoneyField, PercentField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { type Cost, type CostKind, costKinds, mostCosts } from '../contract/shared.ts';
import { costMeans } from '../rules/consequence-rules.ts';
import classes from './sharing.module.css';

interface CostRowProps {
  cost: Cost;
  onChange: (change: Partial<Cost>) => void;
  onRemove: () => void;
}

function CostRow({ cost, onChange, onRemove }: CostRowProps) {
  const t = useText();
  return (
    <li className={classes.cost}>
      <TextInput
        aria-label={t('sharing:field.costName')}
        maxLength={20}
        value={cost.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        aria-label={t('sharing:field.costKind')}
        allowDeselect={false}
        data={costKinds.map((kind) => ({ value: kind, label: t(`sharing:step.${kind}`) }))}
        value={cost.kind}
        onChange={(kind) =>
          kind && onChange({ kind: kind as CostKind, basisPoints: undefined, amountFen: undefined })
        }
      />
      <div className={classes.costAmount}>
        {cost.kind === 'percent' && (
          <PercentField
            aria-label={t('sharing:field.ratio')}
            value={cost.basisPoints}
            onChange={(basisPoints) => onChange({ basisPoints })}
          />
        )}
        {(cost.kind === 'perOrder' || cost.kind === 'perDay') && (
          <MoneyField
            aria-label={t('sharing:field.amountFen')}
            value={cost.amountFen}
            onChange={(amountFen) => onChange({ amountFen })}
          />
        )}
        {cost.kind === 'gift' && <Hint size="xs">{t('sharing:ratio.giftHint')}</Hint>}
      </div>
      <ActionIcon
        className={classes.costRemove}
        variant="subtle"
        color="gray"
        aria-label={t('kit:action.remove')}
        onClick={onRemove}
      >
        <Icon name="x" />
      </ActionIcon>
      <Hint size="xs" className={classes.means}>
        {consequenceText(t, costMeans(cost))}
      </Hint>
    </li>
  );
}

interface CostRowsProps {
  value: readonly Cost[];
  error: string | undefined;
  onChange: (value: Cost[]) => void;
}

/** What is taken off before the ratios, in this order; people give each a name that statements show. */
export function CostRows({ value, error, onChange }: CostRowsProps) {
  const t = useText();
  const patch = (index: number, change: Partial<Cost>) =>
    onChange(value.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const add = (kind: CostKind) => onChange([...value, { name: t(`sharing:costName.${kind}`), kind }]);
  return (
    <div data-field="costs">
      <ul className={classes.rows}>
        {value.map((cost, index) => (
          <CostRow
            // biome-ignore lint/suspicious/noArrayIndexKey: costs have no identity but their place
            key={index}
            cost={cost}
            onChange={(change) => patch(index, change)}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {value.length < mostCosts && (
        <Button
          variant="light"
          mt={value.length > 0 ? 'sm' : 0}
          leftSection={<Icon name="plus" />}
          onClick={() => add(value.some(({ kind }) => kind === 'perDay') ? 'perOrder' : 'perDay')}
        >
          {t('sharing:ratio.addCost')}
        </Button>
      )}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
