import { Button, Input } from '@mantine/core';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { NumberField } from '#kit/ui/fields/text-fields.tsx';
import { maxCoins } from '../contract.ts';
import classes from './remote-credit.module.css';

const usualAmounts = [1, 2, 5, 10, 20, 50];

/** The usual amounts in one tap, any other by typing. */
export function AmountField({ most, ...field }: CustomFieldProps & { most: number }) {
  const amounts = usualAmounts.filter((amount) => amount <= most);
  return (
    <Input.Wrapper label={field.label} withAsterisk={field.required} error={undefined}>
      <div className={classes.amounts}>
        {amounts.map((amount) => (
          <Button
            key={amount}
            size="md"
            variant={field.value === amount ? 'filled' : 'default'}
            aria-pressed={field.value === amount}
            onClick={() => field.onChange(amount)}
          >
            {amount}
          </Button>
        ))}
      </div>
      <NumberField
        name={field.name}
        value={field.value as number | undefined}
        onChange={field.onChange}
        description={field.description}
        error={field.error}
        disabled={field.disabled}
        aria-label={field.label}
        min={1}
        max={maxCoins}
      />
    </Input.Wrapper>
  );
}
