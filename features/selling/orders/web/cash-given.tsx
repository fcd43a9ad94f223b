import { Button } from '@mantine/core';
import { moneyText } from '#kit/contract/meaning-text.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { MoneyField } from '#kit/ui/fields/text-fields.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { changeOf, likelyCash } from '../rules/change-rules.ts';
import classes from './orders.module.css';

/** Cash in the hand and what goes back; who counts in the head leaves it empty. */
export function CashGiven({
  priceFen,
  givenFen,
  onChange,
}: {
  priceFen: number;
  givenFen: number | undefined;
  onChange: (givenFen: number | undefined) => void;
}) {
  const t = useText();
  const change = givenFen === undefined ? undefined : changeOf(priceFen, givenFen);
  return (
    <section className={classes.panel}>
      <MoneyField name="givenFen" label={t('orders:sale.given')} value={givenFen} onChange={onChange} />
      <div className={classes.amounts}>
        {likelyCash(priceFen).map((fen) => (
          <Button
            key={fen}
            variant={givenFen === fen ? 'filled' : 'default'}
            aria-pressed={givenFen === fen}
            onClick={() => onChange(fen)}
          >
            {moneyText(fen)}
          </Button>
        ))}
      </div>
      {change && (
        <div role="status">
          <Hint>{t(change.missingFen > 0 ? 'orders:sale.missing' : 'orders:sale.back')}</Hint>
          <HeroFigure>
            <Money fen={change.missingFen || change.backFen} />
          </HeroFigure>
        </div>
      )}
    </section>
  );
}
