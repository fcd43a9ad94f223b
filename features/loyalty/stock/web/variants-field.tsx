import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { maxVariants } from '../contract/goods.ts';
import { openBarcodeScanner } from './barcode-scanner.tsx';
import classes from './stock.module.css';

interface Variant {
  id?: string;
  name?: string;
  barcode?: string | null;
  onHand?: number;
}

interface RowProps {
  variant: Variant;
  /** there is no other: it needs no name */
  alone: boolean;
  disabled: boolean;
  onChange: (change: Variant) => void;
  onRemove: () => void;
}

function VariantRow({ variant, alone, disabled, onChange, onRemove }: RowProps) {
  const t = useText();
  const held = (variant.onHand ?? 0) > 0;
  const scan = async () => {
    const code = await openBarcodeScanner(t('stock:form.scanBarcode'));
    if (code) onChange({ ...variant, barcode: code });
  };
  return (
    <li className={classes.variant}>
      <TextInput
        value={variant.name ?? ''}
        disabled={disabled}
        onChange={(event) => onChange({ ...variant, name: event.currentTarget.value })}
        aria-label={t('stock:field.variantName')}
        placeholder={t(alone ? 'stock:form.onlyVariant' : 'stock:form.variantName')}
        maxLength={40}
      />
      <TextInput
        value={variant.barcode ?? ''}
        disabled={disabled}
        onChange={(event) => onChange({ ...variant, barcode: event.currentTarget.value || null })}
        // A scanner ends with Enter, which would send the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        aria-label={t('stock:field.barcode')}
        placeholder={t('stock:field.barcode')}
        maxLength={32}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={disabled}
            onClick={() => void scan()}
            aria-label={t('stock:form.scanBarcode')}
          >
            <Icon name="barcode" />
          </ActionIcon>
        }
      />
      {held ? (
        <Hint className={classes.figures}>{t('stock:unit.pieces', { count: variant.onHand ?? 0 })}</Hint>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={disabled || alone}
          onClick={onRemove}
          aria-label={t('stock:form.removeVariant', { name: variant.name ?? '' })}
        >
          <Icon name="trash" />
        </ActionIcon>
      )}
    </li>
  );
}

/** The variants of a good, each with its barcode. One that lies in a store can not be taken away. */
export function VariantsField({
  value,
  onChange,
  label,
  description,
  error,
  disabled,
  name,
}: CustomFieldProps) {
  const t = useText();
  const variants = (value as Variant[] | undefined) ?? [];
  const put = (index: number, variant: Variant) => onChange(variants.with(index, variant));
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-field={name}
    >
      <ul className={classes.variants}>
        {variants.map((variant, index) => (
          <VariantRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a new variant has nothing else
            key={index}
            variant={variant}
            alone={variants.length === 1}
            disabled={disabled}
            onChange={(next) => put(index, next)}
            onRemove={() => onChange(variants.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <Button
        variant="default"
        size="sm"
        my={8}
        leftSection={<Icon name="plus" />}
        disabled={disabled || variants.length >= maxVariants}
        onClick={() => onChange([...variants, { name: '' }])}
      >
        {t('stock:form.addVariant')}
      </Button>
    </Input.Wrapper>
  );
}
