import { useEffect } from 'react';
import { Button } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { ownPath } from '#kit/ui/own-path.ts';
import { hoursLines } from '../web/opening-hours.ts';
import classes from './site-closed.module.css';
import { useSiteState } from './use-site-state.ts';

/** A shop front with its shutter down. */
function ClosedShop() {
  return (
    <svg className={classes.picture} viewBox="0 0 200 150" fill="none" aria-hidden="true" focusable="false">
      <path className={classes.ground} d="M14 140h172" />
      <path className={classes.wall} d="M30 62h140v78H30z" />
      <path className={classes.awning} d="M24 30h152l12 32H12z" />
      <path
        className={classes.scallop}
        d="M12 62a17.6 17.6 0 0 0 35.2 0 17.6 17.6 0 0 0 35.2 0 17.6 17.6 0 0 0 35.2 0 17.6 17.6 0 0 0 35.2 0 17.6 17.6 0 0 0 35.2 0"
      />
      <path className={classes.shutter} d="M46 92h108M46 104h108M46 116h108M46 128h108" />
      <circle className={classes.coin} cx="100" cy="22" r="14" />
      <path className={classes.slot} d="M100 16v12" />
    </svg>
  );
}

/** What a player sees while the site is closed. It goes on by itself when the site opens. */
export default function SiteClosed() {
  const t = useText();
  const query = useQuery();
  const current = useCurrentSite();
  const { state, asking, ask } = useSiteState(query.get('fieldId') ?? current?.id);
  const target = ownPath(query.get('redirect'));
  const open = state !== 'unknown' && state?.open === true;

  useEffect(() => {
    if (open && target) navigation.go(target, { replace: true });
  }, [open, target]);

  if (state === 'unknown')
    return <Message title={t('sites:closed.unknown')} hint={t('sites:closed.scanAgain')} />;
  if (open) return <Message title={t('sites:closed.openAgain')} hint={t('sites:closed.scanAgain')} />;
  const lines = state ? hoursLines(state.openingHours, t) : [];
  return (
    <Page
      centred
      foot={
        <Button busy={asking} onClick={ask}>
          {t(asking ? 'sites:closed.asking' : 'sites:closed.askNow')}
        </Button>
      }
    >
      <ClosedShop />
      <h1 className={classes.title}>{t('sites:closed.title')}</h1>
      {state && <p className={classes.name}>{state.name}</p>}
      {lines.length > 0 && (
        <Card heading={t('sites:field.openingHours')}>
          <Facts facts={lines.map(({ days, period }) => ({ name: days, value: period }))} />
        </Card>
      )}
      <p className={classes.hint} role="status">
        {t('sites:closed.hint')}
      </p>
    </Page>
  );
}

function Message({ title, hint }: { title: string; hint: string }) {
  return (
    <Page centred>
      <ClosedShop />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.hint}>{hint}</p>
    </Page>
  );
}
