import { Loader, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { isCardNumber } from '../checks.ts';
import { onboardingContract } from '../contract.ts';

/** Enough to know the bank; the rest of the number stays on the page. */
const bankDigits = 10;
const fewestDigits = 6;
const askAfterMs = 300;

export const digitsOf = (text: unknown) => (typeof text === 'string' ? text.replace(/\D/g, '') : '');
export const inGroups = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

export function useCardBank(digits: string) {
  const [beginning] = useDebouncedValue(digits.slice(0, bankDigits), askAfterMs);
  return useCall(
    onboardingContract.readCardBank,
    { cardNumber: beginning },
    { enabled: beginning.length >= fewestDigits, staleMs: Number.POSITIVE_INFINITY },
  );
}

/** A card number in groups of four; tells the form the bank it recognises. */
export function CardNumberField({
  value,
  onChange,
  label,
  description,
  error,
  required,
  disabled,
  name,
  values,
  placeholder,
}: CustomFieldProps & { placeholder?: string }) {
  const t = useText();
  const digits = digitsOf(value);
  const { data, isFetching } = useCardBank(digits);
  const bank = digits.length >= fewestDigits ? data?.bank : undefined;
  const corporate = values.accountType === 'corporate';
  const complete = !corporate && isCardNumber(digits);
  const told = useRef<string | undefined>(undefined);
  const bankCode = bank?.bankCode;
  useEffect(() => {
    if (!bankCode || told.current === bankCode) return;
    told.current = bankCode;
    onChange({ cardNumber: digits, bankCode });
  }, [bankCode, digits, onChange]);
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        error={error}
        withAsterisk={required}
        disabled={disabled}
        placeholder={placeholder}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-field={name}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={corporate ? 40 : 23}
        value={inGroups(digits)}
        onChange={(event) => onChange({ cardNumber: digitsOf(event.currentTarget.value) || undefined })}
        rightSection={
          isFetching ? <Loader size={16} /> : complete ? <Icon name="circle-check" size={18} /> : null
        }
      />
      {bank && !corporate && (
        <Text size="sm" mt={4} role="status">
          {t('onboarding:card.recognised', {
            bank: bank.bankName,
            kind: t(`onboarding:cardKind.${data?.cardKind ?? 'debit'}`),
          })}
        </Text>
      )}
    </div>
  );
}
