import { Button, Group, Input, Radio, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { walletContract } from '../contract.ts';

type Choices = OutputOf<typeof walletContract.readWithdrawalChoices>;

export interface TargetValue {
  target: 'bank' | 'wechat' | undefined;
  cardId: string | undefined;
}

interface TargetFieldProps {
  label: string;
  error: string | undefined;
  choices: Choices;
  value: TargetValue;
  onChange: (value: TargetValue) => void;
  onBind: () => void;
  binding: boolean;
}

/** The bound cards and the bound WeChat account, and the way to bind what is missing. */
export function TargetField({ label, error, choices, value, onChange, onBind, binding }: TargetFieldProps) {
  const t = useText();
  const { cards, wechat } = choices;
  const chosen = value.target === 'wechat' ? 'wechat' : (value.cardId ?? '');
  return (
    <Input.Wrapper label={label} withAsterisk error={error} data-field="target">
      <Radio.Group
        value={chosen}
        onChange={(next) =>
          onChange(
            next === 'wechat' ? { target: 'wechat', cardId: undefined } : { target: 'bank', cardId: next },
          )
        }
      >
        <Stack gap={4} mt={6}>
          {cards.map((card) => (
            <Radio key={card.id} value={card.id} label={`${card.label} ${card.holder}`} py={8} />
          ))}
          {wechat.name && (
            <Radio value="wechat" label={t('wallet:withdraw.wechat', { name: wechat.name })} py={8} />
          )}
        </Stack>
      </Radio.Group>
      {cards.length === 0 && !wechat.name && <Hint mt={4}>{t('wallet:withdraw.noTarget')}</Hint>}
      <Group gap="xs" mt="xs">
        <Button component={Link} to="/bind_bank" variant="default">
          {t('wallet:withdraw.bindCard')}
        </Button>
        {wechat.configured && !wechat.open && (
          <Button component={Link} to="/authentication" variant="default">
            {t('wallet:withdraw.openWechat')}
          </Button>
        )}
        {wechat.configured && wechat.open && (
          <Button variant="default" onClick={onBind} loading={binding}>
            {t(wechat.name ? 'wallet:withdraw.rebindWechat' : 'wallet:withdraw.bindWechat')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
