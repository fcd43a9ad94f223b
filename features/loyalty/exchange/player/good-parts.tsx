import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Card, Facts } from '#kit/player/card.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { exchangeContract } from '../contract.ts';
import classes from './exchange.module.css';

export type Good = OutputOf<typeof exchangeContract.readStoreGood>;

/** What it is and what a piece of it costs. */
export function GoodHead({ good }: { good: Good }) {
  return (
    <>
      <Picture src={good.picture ?? ''} alt={good.name} shape="square" />
      <h2 className={classes.title}>{good.name}</h2>
      <p className={classes.bigPrice}>{good.price}</p>
    </>
  );
}

/** The other pictures, the description, and what is to be known before one wants it. */
export function GoodFacts({ good }: { good: Good }) {
  const t = useText();
  const { perPlayer, perPlayerDay, perDay, left, free, description, pictures } = good;
  return (
    <Card heading={t('exchange:good.about')}>
      {description && <p className={classes.hint}>{description}</p>}
      <Facts
        facts={[
          { name: t('exchange:good.free'), value: t('exchange:good.pieces', { count: Math.max(0, free) }) },
          ...(perPlayer === null
            ? []
            : [
                {
                  name: t('exchange:good.perPlayer'),
                  value: t('exchange:good.pieces', { count: perPlayer }),
                },
              ]),
          ...(perPlayerDay === null
            ? []
            : [
                {
                  name: t('exchange:good.perPlayerDay'),
                  value: t('exchange:good.pieces', { count: perPlayerDay }),
                },
              ]),
          ...(perDay === null
            ? []
            : [{ name: t('exchange:good.perDay'), value: t('exchange:good.pieces', { count: perDay }) }]),
          ...(left === null
            ? []
            : [{ name: t('exchange:good.left'), value: t('exchange:good.pieces', { count: left }) }]),
        ]}
      />
      {pictures.slice(1).map((picture) => (
        <Picture key={picture} src={picture} alt={good.name} />
      ))}
    </Card>
  );
}
