import { Held } from '#kit/player/held.tsx';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './exchange.module.css';

/** What there is to exchange at this shop; the movements are a tap away. */
export function OwnValues({ own }: { own: { points: number; tickets: number } }) {
  const t = useText();
  return (
    <div className={classes.own}>
      <Held name={t('exchange:own.points')} value={own.points} />
      <Held name={t('exchange:own.tickets')} value={own.tickets} />
      <AppLink to="/subIntegralStore/integral" className={classes.ownLink}>
        {t('exchange:own.movements')}
      </AppLink>
    </div>
  );
}
