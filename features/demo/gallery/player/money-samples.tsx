import { useState } from 'react';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Button } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { AmountKeypad } from '#kit/player/keypad.tsx';
import { PaymentSheet, type PaymentSheetProps } from '#kit/player/payment-sheet.tsx';
import { fenOf } from '#kit/player/type-amount.ts';
import { useText } from '#kit/ui/i18n.ts';

const mostFen = 50_000;
const ways = ['money', 'coins', 'none'] as const;
const states = ['waiting', 'paid', 'closed'] as const;

/** Nobody pays here: the sheet is shown in the states in which the server may put it. */
const showCodeAndCancel: PaymentSheetProps['pay'] = async ({ showCode }) => {
  showCode(location.href);
  return 'cancelled';
};

export function MoneySamples() {
  const t = useText();
  const [text, setText] = useState('');
  const [state, setState] = useState<PaymentSheetProps['state']>();
  const [way, setWay] = useState<string>('money');
  const fen = fenOf(text);
  return (
    <>
      <Card heading={t('gallery:player.amounts')}>
        <Money fen={1_234_50} big />
        <Facts
          facts={[
            { name: t('gallery:kind.money'), value: <Money fen={200} /> },
            { name: t('gallery:player.coins'), value: <Coins count={12} /> },
          ]}
        />
      </Card>
      <Card>
        <AmountKeypad label={t('gallery:player.keypad')} value={text} maxFen={mostFen} onChange={setText} />
      </Card>
      <Choices
        label={t('gallery:player.ways')}
        chosen={way}
        onChoose={setWay}
        entries={ways.map((key) => ({
          key,
          title: t(`gallery:player.way.${key}`),
          disabled: key === 'none',
          value: key === 'money' ? <Money fen={200} /> : key === 'coins' ? <Coins count={2} /> : undefined,
        }))}
      />
      <Card heading={t('gallery:player.payment')}>
        {states.map((name) => (
          <Button key={name} kind="soft" disabled={fen === 0} onClick={() => setState(name)}>
            {t(`gallery:player.pay.${name}`)}
          </Button>
        ))}
        {fen === 0 && <span>{t('gallery:player.payHint')}</span>}
      </Card>
      <PaymentSheet
        open={state !== undefined}
        title={t('gallery:player.payTitle')}
        amountFen={fen}
        pay={showCodeAndCancel}
        state={state ?? 'waiting'}
        onClose={() => setState(undefined)}
      />
    </>
  );
}
